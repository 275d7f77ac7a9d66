const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/** What sanitised HTML says, without its markup, for lists and for searching. It is text, and never HTML again. */
export const plainWords = (html: string): string =>
  html
    .replaceAll(/<\/?(?:strong|b|em|i|u|a)\b[^<>]*>/g, "")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => named[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .trim();
