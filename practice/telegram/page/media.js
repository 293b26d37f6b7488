// A message's picture, sound or video.

import { button, make } from "./elements.js";
import { length } from "./messages.js";
import { t } from "./texts.js";

const SHOWN_WIDTH = 640; // pixels: a photo's smallest size of at least this width is shown

export function media(message) {
  const { photo, sticker, voice, audio, video, video_note, animation } = message.extra;
  if (photo) return [picture(photo.find((size) => size.width >= SHOWN_WIDTH) ?? photo.at(-1), photo.at(-1))];
  if (sticker) return [still(sticker)];
  if (voice) return [sound(voice, t("Voice message, {length}", { length: length(voice.duration) }))];
  if (audio) return [sound(audio, audio.file_name ?? t("Audio"))];
  const moving = video ?? video_note ?? animation;
  return moving ? [film(moving, video ? t("Video") : video_note ? t("Round video") : "GIF")] : [];
}

const address = (file) => `/page/media/${file.file_id}`;

function picture(shown, largest) {
  const name = t("Photo");
  const image = make("img");
  [image.src, image.alt, image.width, image.height] = [address(shown), name, shown.width, shown.height];
  const element = button(image, "picture", () => enlarge(largest, name));
  element.setAttribute("aria-label", t("Show the photo in full size"));
  return element;
}

function still(sticker) {
  const shown = sticker.is_animated || sticker.is_video ? sticker.thumbnail : sticker;
  if (!shown) return make("span", "", sticker.emoji ?? t("Sticker"));
  const image = make("img", "sticker");
  [image.src, image.alt] = [address(shown), t("Sticker {emoji}", { emoji: sticker.emoji ?? "" })];
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
  closer.setAttribute("aria-label", t("Close"));
  const dialog = make("dialog", "enlarged", closer);
  dialog.setAttribute("aria-label", name);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
