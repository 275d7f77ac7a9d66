/** Many texts, kept as bytes: a million short strings of JavaScript take several times the room. */
export interface TextStore {
  readonly length: number;
  push(text: string): void;
  /** Undefined where there is none. */
  at(place: number): string | undefined;
}

export function textStore(): TextStore {
  let bytes = Buffer.alloc(64 * 1024);
  let ends = new Uint32Array(1024);
  let length = 0;
  const endOf = (place: number) => (place < 0 ? 0 : (ends[place] ?? 0));
  return {
    get length() {
      return length;
    },
    push(text) {
      const start = endOf(length - 1);
      const size = Buffer.byteLength(text);
      if (start + size > bytes.length) {
        const larger = Buffer.alloc(Math.max(bytes.length * 1.5, start + size) | 0);
        bytes.copy(larger, 0, 0, start);
        bytes = larger;
      }
      if (length === ends.length) {
        const more = new Uint32Array(length * 2);
        more.set(ends);
        ends = more;
      }
      bytes.write(text, start);
      ends[length] = start + size;
      length += 1;
    },
    at: (place) =>
      Number.isInteger(place) && place >= 0 && place < length ? bytes.toString("utf8", endOf(place - 1), endOf(place)) : undefined,
  };
}
