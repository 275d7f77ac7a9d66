/** The word most like the written one, when at most a third of it differs; null where none is. */
export function nearest<Word extends string>(written: string, words: readonly Word[]): Word | null {
  let best: { word: Word; distance: number } | null = null;
  for (const word of words) {
    const distance = changes(written, word);
    if (distance <= Math.max(1, Math.floor(Math.max(written.length, word.length) / 3)) && (!best || distance < best.distance))
      best = { word, distance };
  }
  return best?.word ?? null;
}

/** How many signs have to be changed, added or removed to make one word the other. */
function changes(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length] ?? 0;
}
