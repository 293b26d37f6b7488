// Voice messages, recorded with the browser: one press begins, the next or Send sends, Escape drops it.

import { base64 } from "./attaching.js";
import { icon, nameButton, part } from "./elements.js";
import { t } from "./texts.js";
import { toast } from "./toast.js";

const FORMATS = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"]; // the best first
let recorder = null;
let isDropped = false;

// `send` gets the recording in the server's form.
export function open(send) {
  show(false);
  part("record").addEventListener("click", () => end() || record(send));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !recorder) return;
    isDropped = true;
    recorder.stop();
  });
}

// Ends a recording, so that it is sent; false if there is none.
export function end() {
  recorder?.stop();
  return Boolean(recorder);
}

async function record(send) {
  const stream = await microphone();
  if (!stream) return;
  const [parts, began] = [[], Date.now()];
  isDropped = false;
  recorder = new MediaRecorder(stream, { mimeType: FORMATS.find((format) => MediaRecorder.isTypeSupported(format)) });
  recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
  recorder.addEventListener("stop", async () => {
    for (const track of stream.getTracks()) track.stop();
    recorder = null;
    show(false);
    if (isDropped) return;
    const seconds = Math.max(1, Math.round((Date.now() - began) / 1000));
    await send([{ name: "voice.ogg", content: await base64(new Blob(parts)), kind: "voice", seconds }]);
  });
  recorder.start();
  show(true);
}

async function microphone() {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    toast(t("This page can't use a microphone."));
    return undefined;
  }
}

function show(isRecording) {
  part("record").replaceChildren(icon(isRecording ? "stop" : "voice"));
  part("record").classList.toggle("recording", isRecording);
  nameButton(part("record"), isRecording ? t("Send the recording") : t("Record a voice message"));
}
