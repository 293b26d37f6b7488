// The libraries in one place: `html` makes elements of templates, and the hooks keep state between two of them.

import htm from "./vendor/htm.js";
import { createElement } from "./vendor/preact.js";

export const html = htm.bind(createElement);
export { render } from "./vendor/preact.js";
export { useEffect, useErrorBoundary, useId, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
