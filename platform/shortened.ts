/** The beginning of a text, at most `most` UTF-16 units of it. A sign of two units stays whole or goes: half of one cannot be stored. */
export const shortened = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
