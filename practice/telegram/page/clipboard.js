// The clipboard.

import { toast } from "./toast.js";
import { t } from "./texts.js";

export async function copy(text, what = t("Copied")) {
  try {
    await navigator.clipboard.writeText(text);
    toast(what);
  } catch {
    toast(t("The browser blocked copying"));
  }
}
