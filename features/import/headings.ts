/** The columns of people that every portal has. Fields of the portal come beside them (`field:12`). */
export const ownColumns = [
  "email",
  "given_name",
  "family_name",
  "external_id",
  "language",
  "time_zone",
  "status",
  "groups",
  "roles",
] as const;
export type OwnColumn = (typeof ownColumns)[number];

/** Words in headings, in the form of `plainHeading`, English and German, with those of other systems' files. */
const headings: Readonly<Record<OwnColumn, readonly string[]>> = {
  email: [
    "email",
    "emailaddress",
    "emailadresse",
    "mail",
    "mailaddress",
    "mailadresse",
    "workemail",
    "useremail",
    "primaryemail",
    "geschaftlicheemail",
    "dienstlicheemail",
    "userprincipalname",
    "upn",
    "kontakt",
  ],
  given_name: ["givenname", "firstname", "forename", "first", "vorname", "rufname", "vornamen", "prenom", "nombre"],
  family_name: ["familyname", "lastname", "surname", "last", "nachname", "familienname", "zuname", "nom", "apellido", "apellidos"],
  external_id: [
    "externalid",
    "employeeid",
    "employeenumber",
    "employeeno",
    "staffid",
    "personnelnumber",
    "personid",
    "idnumber",
    "externeid",
    "externekennung",
    "personalnummer",
    "personalnr",
    "mitarbeiternummer",
    "mitarbeiternr",
    "mitarbeiterid",
    "pernr",
    "kennung",
    "id",
  ],
  language: ["language", "lang", "locale", "sprache", "preferredlanguage", "bevorzugtesprache"],
  time_zone: ["timezone", "tz", "zone", "zeitzone"],
  status: ["status", "state", "active", "isactive", "aktiv", "accountstatus", "enabled"],
  groups: ["group", "groups", "gruppe", "gruppen", "cohort", "cohorts", "cohort1", "team", "teams", "groupname"],
  roles: ["role", "roles", "rolle", "rollen"],
};

/** A heading with case, accents, signs and spaces left out: "E-Mail-Adresse" becomes "emailadresse". */
export const plainHeading = (heading: string): string =>
  heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");

const byHeading = new Map(ownColumns.flatMap((column) => headings[column].map((heading) => [heading, column] as const)));

/** The column of people that a heading most likely means; null when it says nothing. */
export const columnOfHeading = (heading: string): OwnColumn | null => byHeading.get(plainHeading(heading)) ?? null;

/** How many cells look like headings of people's columns. */
export const knownHeadings = (cells: readonly string[]): number => cells.filter((cell) => columnOfHeading(cell) !== null).length;
