// A value that many parts of the page show; `use` draws a part again when it changes.

import { useEffect, useState } from "./html.js";

export function store(value) {
  const listeners = new Set();
  const it = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    use() {
      const [, redraw] = useState(value);
      useEffect(() => {
        redraw(value);
        return it.subscribe(redraw);
      }, []);
      return value;
    },
  };
  return it;
}
