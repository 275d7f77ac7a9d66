/** The most characters a name may have. */
export const longestName = 80;
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Joiners that occur in Persian, Hindi and other names; every other format character could disguise a name. */
const joiners = /[\u200c\u200d]/g;

/** Whether a name, in the form it is stored in, has no control or format character that could disguise it. */
export const isPlainName = (name: string): boolean => !controls.test(storedName(name).replace(joiners, ""));

/** A name as it is stored: composed Unicode (NFC), trimmed. */
export const storedName = (name: string) => name.normalize("NFC").trim();

/** Whether the runtime knows a time zone by this IANA name; offsets such as +02:00 do not count. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
