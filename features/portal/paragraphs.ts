const block = /^<(?:p|ul|ol|h[1-4]|blockquote|hr)\b/i;

/** Text as HTML: blank lines part paragraphs, other line ends break lines. What is a paragraph, a heading or a list already stays as it is. */
export function paragraphs(text: string): string {
  if (/<p\b/i.test(text)) return text;
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => (block.test(part) ? part : `<p>${part.replaceAll("\n", "<br>")}</p>`))
    .join("");
}
