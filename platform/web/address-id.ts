/** The number that an address names something by; 0 for what is none. */
export const idIn = (text = ""): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);
