// What is read from the API: one thing, or a list a page at a time. Both are read anew when they have changed.

import { useEffect, useRef, useState } from "./html.js";
import { listening, useChanged } from "./live.js";
import { ask } from "./server.js";

const PAGE = 50;

// Returns {data, tag, error, reload} of a path; `data` is undefined until it is known.
export function useOne(path, kinds) {
  const [read, set] = useState({});
  const asking = useAsking();
  async function reload() {
    const signal = asking();
    await listening;
    try {
      set({ path, ...(await ask(path, { signal })) });
    } catch (error) {
      if (error.name !== "AbortError") set((before) => ({ ...(before.path === path && before), path, error }));
    }
  }
  useEffect(() => void (path && reload()), [path]);
  useChanged(kinds, () => path && reload());
  return { ...(read.path === path && read), reload };
}

// Returns {items, total, isAnew, isComplete, isLoading, error, more, reload} of a list whose items an answer holds as
// `name`; it `isAnew` if its beginning was read, too, the last time.
// `next` names the parameter that says where a page begins, `largest` is how many items one may have.
export function usePages(path, name, kinds, { next = "skip", largest = 200 } = {}) {
  const [read, set] = useState({ items: [] });
  const asking = useAsking();
  const loading = useRef(false);

  async function load(known, following, wanted) {
    const signal = asking();
    loading.current = true;
    await listening;
    try {
      const items = [...known];
      let data;
      do {
        data = await page(path, { [next]: following ?? "", limit: Math.min(wanted - items.length, largest) }, signal);
        items.push(...data[name]);
        following = data.next;
      } while (following != null && items.length < wanted);
      set({ path, items, following, total: data.total, isAnew: known.length === 0 });
    } catch (error) {
      if (error.name !== "AbortError") set((before) => ({ ...before, path, error }));
      else return;
    }
    loading.current = false;
  }

  const reload = () => load([], null, Math.max(PAGE, read.path === path ? read.items.length : 0));
  useEffect(() => void (path && reload()), [path]);
  useChanged(kinds, () => path && reload());
  const isCurrent = read.path === path;
  const { items, following } = read;
  const more = () => isCurrent && following != null && !loading.current && load(items, following, items.length + PAGE);
  return {
    ...read,
    isLoading: !isCurrent,
    isComplete: isCurrent && following == null,
    reload,
    more,
  };
}

async function page(path, parameters, signal) {
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(parameters)) if (value !== "") address.searchParams.set(name, value);
  return (await ask(address.pathname + address.search, { signal })).data;
}

// Returns a function that aborts the former request and returns the signal of the next one.
function useAsking() {
  const current = useRef();
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
}
