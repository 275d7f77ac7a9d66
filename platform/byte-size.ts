/** How a size is written: a number with a unit, as Intl.NumberFormat takes it. */
interface SizeFormat {
  readonly style: "unit";
  readonly unit: string;
  readonly unitDisplay: "short";
  readonly maximumFractionDigits: number;
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Bytes as "1.4 MB", in the language of `number` (its catalogue's formatting of numbers). A unit is 1,024 of the smaller one, as the limits of uploads are. */
export function byteSize(bytes: number, number: (value: number, format: SizeFormat) => string): string {
  const step = UNITS.findLastIndex((_, index) => index === 0 || bytes >= 1024 ** index);
  const unit = UNITS[step] as string;
  return number(bytes / 1024 ** step, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: step > 1 ? 1 : 0 });
}
