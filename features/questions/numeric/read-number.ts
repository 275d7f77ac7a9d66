/** Digits alone, or in groups of three as most write thousands, or of two and a last one of three as in India; one sign parts them all. */
const wholePart = /^(?:\d*|\d{1,3}([.,])(?:\d{2,3}\1)*\d{3})$/;

/**
 * The number someone wrote, with a decimal comma or a decimal point; null when it is none. Of both the last one is the decimal sign and the others
 * separate thousands; a single sign is always the decimal one. Spaces between digits do not count. A slip of the finger (2..5) is no number.
 */
export function readNumber(text: string): number | null {
  const written = text.replace(/[\s\u00a0\u202f’']/g, "").replace("\u2212", "-");
  const [, minus = "", digits = ""] = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(written) ?? [];
  if (digits === "") return null;
  const decimal = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  // Of two signs of one kind neither can be the decimal one.
  const isDecimal = decimal >= 0 && digits.indexOf(digits[decimal] as string) === decimal;
  const whole = isDecimal ? digits.slice(0, decimal) : digits;
  if (!wholePart.test(whole)) return null;
  const number = Number(`${minus}${whole.replaceAll(/[.,]/g, "")}${isDecimal ? `.${digits.slice(decimal + 1)}` : ""}`);
  return Number.isFinite(number) ? number : null;
}
