/**
 * The number someone wrote, with a decimal comma or a decimal point; null when it is none. Of both the last one is the decimal sign and the others
 * separate thousands; a single sign is always the decimal one. Spaces between digits do not count.
 */
export function readNumber(text: string): number | null {
  const written = text.replace(/[\s\u00a0\u202f’']/g, "").replace("\u2212", "-");
  if (!/^[+-]?(?:\d[\d.,]*|[.,]\d+)$/.test(written)) return null;
  const decimal = Math.max(written.lastIndexOf("."), written.lastIndexOf(","));
  const sign = written[decimal];
  // Of two signs of one kind neither can be the decimal one.
  const isDecimal = decimal >= 0 && written.indexOf(sign as string) === decimal;
  const whole = (isDecimal ? written.slice(0, decimal) : written).replaceAll(/[.,]/g, "");
  const number = Number(isDecimal ? `${whole}.${written.slice(decimal + 1)}` : whole);
  return Number.isFinite(number) ? number : null;
}
