// Files that are chosen, dropped on the chat, or pasted: pictures go as photos, videos and sounds as such, several as an album.

import { part } from "./elements.js";
import { about } from "./film.js";
import { plural } from "./texts.js";
import { toast } from "./toast.js";

const MOST_FILES = 10; // of an album
const tooMany = () => plural("Send at most {count} file at once.", "Send at most {count} files at once.", MOST_FILES);
const PHOTOS = new Set(["image/jpeg", "image/png", "image/webp"]);

// `send` gets the files in the server's form.
export function open(send) {
  const sendAll = async (files, asFiles) => {
    if (files.length > MOST_FILES) return toast(tooMany());
    if (files.length) await send(await Promise.all([...files].map((file) => described(file, asFiles))));
  };
  part("attach").addEventListener("click", () => part("file").click());
  part("file").addEventListener("change", async () => {
    const files = [...part("file").files];
    part("file").value = ""; // so that the same file can be chosen again
    await sendAll(files, false);
  });
  part("text").addEventListener("paste", (event) => {
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    sendAll(event.clipboardData.files, false);
  });
  acceptDrops(sendAll);
}

// What is dropped with Shift goes as files, as it is.
function acceptDrops(sendAll) {
  const chat = part("chat");
  chat.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    chat.classList.add("dropping");
  });
  chat.addEventListener("dragleave", (event) => {
    if (!chat.contains(event.relatedTarget)) chat.classList.remove("dropping");
  });
  chat.addEventListener("drop", (event) => {
    chat.classList.remove("dropping");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    sendAll(event.dataTransfer.files, event.shiftKey);
  });
}

async function described(file, asFile) {
  const sent = { name: file.name, content: await base64(file), kind: "document" };
  if (asFile) return sent;
  if (PHOTOS.has(file.type)) return { ...sent, kind: "photo" };
  const kind = file.type.split("/")[0];
  return ["video", "audio"].includes(kind) ? { ...sent, kind, ...(await about(file)) } : sent;
}

export function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",")[1] ?? "");
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}
