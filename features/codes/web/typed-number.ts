/** The number that was typed, of its digits alone; null for none. */
export const numberOf = (text: string): number | null => {
  const digits = text.replaceAll(/\D/g, "").slice(0, 9);
  return digits === "" ? null : Number(digits);
};

/** A number as its field shows it. */
export const textOf = (value: number | null): string => (value === null ? "" : String(value));
