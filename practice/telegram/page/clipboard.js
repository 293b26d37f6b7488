// The clipboard.

import { toast } from "./toast.js";

export async function copy(text, what = "Copied") {
  try {
    await navigator.clipboard.writeText(text);
    toast(what);
  } catch {
    toast("The browser blocked copying");
  }
}
