/** A heading and the lines below it. */
export interface CopiedPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The longest line: a setting may be a whole text. */
const longestLine = 300;
const lineOf = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;
};

/** Parts as one text for an email or a question: each fact on a line of its own. Parts without lines are left out. */
export const copiedText = (parts: readonly CopiedPart[]): string =>
  parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [title, ...lines.map((line) => `- ${lineOf(line)}`)].join("\n"))
    .join("\n\n");
