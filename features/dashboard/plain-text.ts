const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text of sanitized HTML on one line, for a preview; a heading ends with a colon. Do not use it as HTML: it may contain < and >. */
export function plainText(html: string): string {
  return html
    .replaceAll(/([\p{L}\p{N}])<\/h[1-6]>/gu, "$1: ")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&(?:#(\d{1,7})|([a-z]{2,6}));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (entities[name ?? ""] ?? whole) : codePoint(Number(code)),
    )
    .replaceAll(/\s+/g, " ")
    .trim();
}

const codePoint = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
