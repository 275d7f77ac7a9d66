/** Characters, at most. */
export const longestName = 80;
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Joiners that names in Persian, Hindi and others are written with; every other format character could disguise a name. */
const joiners = /[\u200c\u200d]/g;

/** Whether a name has nothing that would disguise or break it, in the form it is stored in. */
export const isPlainName = (name: string): boolean => !controls.test(storedName(name).replace(joiners, ""));

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
