// The length of a video or a sound and the first frame of a video, as clients send them along.

const WIDTH = 320; // pixels of the frame
const QUALITY = 0.8;

// Returns them in the server's form. What the browser can't play goes without.
export async function about(file) {
  const film = document.createElement("video");
  film.muted = true;
  film.preload = "auto";
  film.src = URL.createObjectURL(file);
  try {
    await loaded(film);
    const seconds = Number.isFinite(film.duration) ? Math.round(film.duration) : 0; // a recording may not tell
    return film.videoWidth ? { seconds, thumbnail: frame(film) } : { seconds };
  } catch {
    return {};
  } finally {
    URL.revokeObjectURL(film.src);
  }
}

function loaded(film) {
  return new Promise((done, failed) => {
    film.addEventListener("loadeddata", done);
    film.addEventListener("error", failed);
  });
}

function frame(film) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, Math.max(1, Math.round((WIDTH * film.videoHeight) / film.videoWidth))];
  canvas.getContext("2d").drawImage(film, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", QUALITY).split(",")[1];
}
