/** Languages the product speaks completely. A person without a choice gets the portal's language. */
export const languages = ["en"] as const;
export type Language = (typeof languages)[number];

const longest = 80;
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Joiners that names in Persian, Hindi and others are written with; every other format character could disguise a name. */
const joiners = /[\u200c\u200d]/g;

/** What is wrong with a name, as a sentence, or null; `what` is the name's name ("given name"). Checked in the form it is stored in. */
export function nameProblem(name: string, what: string): string | null {
  const stored = storedName(name);
  if ([...stored].length > longest) return `Use at most ${longest} characters for your ${what}.`;
  if (controls.test(stored.replace(joiners, ""))) return `Use only letters, spaces and punctuation in your ${what}.`;
  return null;
}

/** A name as it is stored: composed Unicode (NFC), without spaces around it. */
export const storedName = (name: string) => name.normalize("NFC").trim();

/** True for a time zone the calendar knows by an IANA name; offsets like +02:00 are no zones. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
