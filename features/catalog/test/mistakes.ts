/** The fewest mistakes between a typed word and another, or a beginning of it that is no shorter than what was typed: letters too many, missing, wrong, or two neighbours that changed places. Plainly. */
export function mistakesBetween(typed: string, word: string): number {
  const between = (a: string, b: string): number => {
    const d = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
    const at = (i: number, j: number) => d[i]?.[j] ?? Infinity;
    for (let i = 0; i <= a.length; i++)
      for (let j = 0; j <= b.length; j++) {
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
        const plain = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swapped);
        const row = d[i];
        if (row) row[j] = i + j === 0 ? 0 : plain;
      }
    return at(a.length, b.length);
  };
  const lengths = Array.from({ length: word.length + 1 }, (_, length) => length).filter(
    (one) => one >= typed.length || one === word.length,
  );
  return Math.min(...lengths.map((length) => between(typed, word.slice(0, length))));
}
