// Where the page is: `#/view/id?parameters`.

import { store } from "./store.js";

export const route = store(read(location.hash));

addEventListener("hashchange", () => {
  if (location.hash !== route.get().path) route.set(read(location.hash));
});

function read(path, isQuiet = false) {
  const [place, query = ""] = path.replace(/^#\/?/, "").split("?");
  const [view, id = ""] = place.split("/").map(decodeURIComponent);
  return { path, view: view || "memories", id, parameters: new URLSearchParams(query), isQuiet };
}

// Goes somewhere; `replace` leaves no trace in the history, `quiet` leaves the focus where it is.
export function go(path, { replace = false, quiet = false } = {}) {
  if (replace) location.replace(path);
  else location.hash = path;
  route.set(read(path, quiet));
}
