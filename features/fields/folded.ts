/** The form in which texts are compared: no difference between capital and small letters or between ways to write the same sign; 200 characters. */
export const folded = (text: string): string => [...text.normalize("NFKC").toLowerCase()].slice(0, 200).join("");
