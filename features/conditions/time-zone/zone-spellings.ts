/** Zones that have two names, of which browsers and tables of people use one or the other. */
const twins = [
  "Africa/Asmara Africa/Asmera",
  "America/Argentina/Buenos_Aires America/Buenos_Aires",
  "America/Argentina/Catamarca America/Catamarca",
  "America/Argentina/Cordoba America/Cordoba",
  "America/Argentina/Jujuy America/Jujuy",
  "America/Argentina/Mendoza America/Mendoza",
  "America/Atikokan America/Coral_Harbour",
  "America/Indiana/Indianapolis America/Indianapolis",
  "America/Kentucky/Louisville America/Louisville",
  "America/Nuuk America/Godthab",
  "Asia/Ho_Chi_Minh Asia/Saigon",
  "Asia/Kathmandu Asia/Katmandu",
  "Asia/Kolkata Asia/Calcutta",
  "Asia/Yangon Asia/Rangoon",
  "Atlantic/Faroe Atlantic/Faeroe",
  "Europe/Kyiv Europe/Kiev",
  "Pacific/Chuuk Pacific/Truk",
  "Pacific/Kanton Pacific/Enderbury",
  "Pacific/Pohnpei Pacific/Ponape",
  "Etc/UTC UTC",
].map((pair) => pair.toLowerCase().split(" "));

/** All names of some zones, in small letters: an import takes a name however it is written, and browsers name some zones differently. */
export const spellingsOf = (zones: readonly string[]): string[] =>
  zones.map((zone) => zone.toLowerCase()).flatMap((zone) => twins.find((pair) => pair.includes(zone)) ?? [zone]);
