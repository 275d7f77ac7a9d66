/** The tags that the buttons above a text put around what is selected. */
const marks = {
  bold: ["<strong>", "</strong>"],
  heading: ["<h3>", "</h3>"],
  list: ["<ul>\n<li>", "</li>\n</ul>"],
  link: ['<a href="https://">', "</a>"],
} as const;
export type Mark = keyof typeof marks;

/** A text with a mark around its part from `from` to `to`, of which each line is an entry of a list; with where that part is then. */
export function wrapSelection(text: string, from: number, to: number, mark: Mark): { text: string; from: number; to: number } {
  const [before, after] = marks[mark];
  const part = text.slice(from, to);
  const inner = mark === "list" ? part.split("\n").join("</li>\n<li>") : part;
  const start = from + before.length;
  return { text: text.slice(0, from) + before + inner + after + text.slice(to), from: start, to: start + inner.length };
}
