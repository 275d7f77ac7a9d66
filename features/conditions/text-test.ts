import { folded } from "#platform/folded.ts";

/** Ways to compare a text; capital letters and accents make no difference. */
export const textTests = ["is", "contains", "begins", "ends"] as const;
export type TextTest = { readonly test: (typeof textTests)[number]; readonly text: string };

/** Whether a folded text passes. */
export function textFits({ test, text }: TextTest, value: string): boolean {
  const wanted = folded(text);
  switch (test) {
    case "is":
      return value === wanted;
    case "contains":
      return value.includes(wanted);
    case "begins":
      return value.startsWith(wanted);
    case "ends":
      return value.endsWith(wanted);
  }
}
