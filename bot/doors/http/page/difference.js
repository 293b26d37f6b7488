// What differs between two texts, word by word: pieces {text, state}, whose state is "same", "gone" or "new".

const MOST_CELLS = 4_000_000;

export function difference(before, after) {
  const [old, now] = [before, after].map((text) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return joined([
    ...now.slice(0, start).map(same),
    ...middle,
    ...now.slice(now.length - end).map(same),
  ]);
}

const same = (text) => ({ text, state: "same" });

// The longest common subsequence, by dynamic programming.
function between(old, now) {
  if (old.length * now.length > MOST_CELLS) return [...old.map(gone), ...now.map(added)];
  const wide = now.length + 1;
  const length = new Uint16Array((old.length + 1) * wide);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      length[i * wide + j] =
        old[i] === now[j]
          ? length[(i + 1) * wide + j + 1] + 1
          : Math.max(length[(i + 1) * wide + j], length[i * wide + j + 1]);
  const pieces = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      pieces.push(same(now[j]));
      i++;
      j++;
    } else if (length[(i + 1) * wide + j] >= length[i * wide + j + 1]) pieces.push(gone(old[i++]));
    else pieces.push(added(now[j++]));
  }
  return [...pieces, ...old.slice(i).map(gone), ...now.slice(j).map(added)];
}

const gone = (text) => ({ text, state: "gone" });
const added = (text) => ({ text, state: "new" });

function joined(pieces) {
  const list = [];
  for (const piece of pieces) {
    if (list.at(-1)?.state === piece.state) list.at(-1).text += piece.text;
    else list.push({ ...piece });
  }
  return list;
}
