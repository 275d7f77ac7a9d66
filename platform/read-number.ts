/** Digits alone, or in groups: of three, as most people write thousands, or of two with a last group of three, as in India; always the same separator. */
const wholePart = /^(?:\d*|\d{1,3}([.,])(?:\d{2,3}\1)*\d{3})$/;

/**
 * Parses a number with a decimal comma or a decimal point; null when it is not a number. When both signs occur, the last one is the decimal sign and the
 * others separate thousands; a single sign is always the decimal sign. Spaces between digits are ignored. A typing error such as 2..5 is not a number.
 */
export function readNumber(text: string): number | null {
  const written = text.replace(/[\s\u00a0\u202f’']/g, "").replace("\u2212", "-");
  const [, minus = "", digits = ""] = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(written) ?? [];
  if (digits === "") return null;
  const decimal = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  // When the same sign occurs twice, it cannot be the decimal sign.
  const isDecimal = decimal >= 0 && digits.indexOf(digits[decimal] as string) === decimal;
  const whole = isDecimal ? digits.slice(0, decimal) : digits;
  if (!wholePart.test(whole)) return null;
  const number = Number(`${minus}${whole.replaceAll(/[.,]/g, "")}${isDecimal ? `.${digits.slice(decimal + 1)}` : ""}`);
  return Number.isFinite(number) ? number : null;
}

/**
 * The number in thousands that a text may mean besides what readNumber reads: its one sign separates thousands in this language, and three digits follow.
 * People who write 1,000 in English mostly mean a thousand, and some mean one. Null for what means one thing, such as 0,125 and 12,50.
 */
export function inThousands(text: string, locale: string): number | null {
  const group = new Intl.NumberFormat(locale).formatToParts(12_345_678).find(({ type }) => type === "group")?.value;
  const [, whole = "", sign, rest = ""] = /^([+\u2212-]?[1-9]\d{0,2})([.,])(\d{3})$/.exec(text.trim()) ?? [];
  return sign !== undefined && sign === group ? readNumber(whole + rest) : null;
}
