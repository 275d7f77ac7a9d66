/** What a field of whole numbers takes of a form: the number as text, empty for none, and what was typed as a number, NaN where it is none. */
export const numberInput = (value: number, onChange: (value: number) => void) => ({
  inputMode: "numeric" as const,
  value: Number.isNaN(value) ? "" : String(value),
  onChange: (text: string) => onChange(/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN),
});
