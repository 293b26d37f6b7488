// A message's picture, sound or video.

import { button, make } from "./elements.js";
import { length } from "./messages.js";

const SHOWN_WIDTH = 640; // pixels: a photo's smallest size of at least this width is shown

export function media(message) {
  const { photo, sticker, voice, audio, video, video_note, animation } = message.extra;
  if (photo) return [picture(photo.find((size) => size.width >= SHOWN_WIDTH) ?? photo.at(-1), photo.at(-1), "Photo")];
  if (sticker) return [still(sticker)];
  if (voice) return [sound(voice, `Voice message, ${length(voice.duration)}`)];
  if (audio) return [sound(audio, audio.file_name ?? "Audio")];
  const moving = video ?? video_note ?? animation;
  return moving ? [film(moving, video ? "Video" : video_note ? "Round video" : "GIF")] : [];
}

const address = (file) => `/page/media/${file.file_id}`;

function picture(shown, largest, name) {
  const image = make("img");
  [image.src, image.alt, image.width, image.height] = [address(shown), name, shown.width, shown.height];
  const element = button(image, "picture", () => enlarge(largest, name));
  element.setAttribute("aria-label", `Show the ${name.toLowerCase()} in full size`);
  return element;
}

function still(sticker) {
  const shown = sticker.is_animated || sticker.is_video ? sticker.thumbnail : sticker;
  if (!shown) return make("span", "", sticker.emoji ?? "Sticker");
  const image = make("img", "sticker");
  [image.src, image.alt] = [address(shown), `Sticker ${sticker.emoji ?? ""}`];
  return image;
}

function sound(file, name) {
  const player = make("audio", "sound");
  [player.src, player.controls, player.preload] = [address(file), true, "metadata"];
  player.setAttribute("aria-label", name);
  return player;
}

function film(file, name) {
  const player = make("video", "picture");
  [player.src, player.controls, player.preload, player.loop] = [address(file), true, "none", name === "GIF"];
  if (file.thumbnail) player.poster = address(file.thumbnail);
  player.setAttribute("aria-label", name);
  return player;
}

function enlarge(size, name) {
  const image = make("img");
  [image.src, image.alt] = [address(size), name];
  const closer = button(image, "", () => dialog.close());
  closer.setAttribute("aria-label", "Close");
  const dialog = make("dialog", "enlarged", closer);
  dialog.setAttribute("aria-label", name);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
