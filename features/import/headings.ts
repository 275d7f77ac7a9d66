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

/** What a table is about: people, or results that they have from elsewhere. */
export const subjects = ["people", "results"] as const;
export type Subject = (typeof subjects)[number];

/** The columns of a table of results, beside those that people are found by. */
export const resultColumns = ["course", "completed", "started", "score", "result"] as const;
export type ResultColumn = (typeof resultColumns)[number];

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

const resultHeadings: Readonly<Record<ResultColumn, readonly string[]>> = {
  course: ["course", "coursename", "coursetitle", "courseid", "kurs", "kursname", "kurstitel", "training", "schulung", "lehrgang"],
  completed: [
    "completed",
    "completedutc",
    "completedat",
    "completedon",
    "completiondate",
    "datecompleted",
    "date",
    "datum",
    "abgeschlossen",
    "abgeschlossenutc",
    "abgeschlossenam",
    "abschlussdatum",
  ],
  started: [
    "started",
    "startedutc",
    "startedat",
    "startdate",
    "datestarted",
    "begonnen",
    "begonnenutc",
    "begonnenam",
    "beginn",
    "startdatum",
  ],
  score: ["score", "scorepercent", "percent", "percentage", "prozent", "punkte", "punktzahl", "grade"],
  result: ["result", "status", "outcome", "passed", "completionstatus", "ergebnis", "bestanden"],
};

/** A heading with case, accents, signs and spaces left out: "E-Mail-Adresse" becomes "emailadresse". */
export const plainHeading = (heading: string): string =>
  heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");

const byHeading = new Map(ownColumns.flatMap((column) => headings[column].map((heading) => [heading, column] as const)));

const byResultHeading = new Map(resultColumns.flatMap((column) => resultHeadings[column].map((heading) => [heading, column] as const)));

/** The column that a heading most likely means; null when it says nothing. */
export const columnOfHeading = (heading: string, subject: Subject = "people"): OwnColumn | ResultColumn | null =>
  (subject === "results" ? byResultHeading.get(plainHeading(heading)) : undefined) ?? byHeading.get(plainHeading(heading)) ?? null;

/** The form in which it is kept what a heading meant: the same word may mean another column in another kind of table. */
export const keptHeading = (plain: string, subject: Subject): string =>
  subject === "people" ? plain : `${subject}:${plain}`.slice(0, 120);

/** How many cells look like headings that are known. */
export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => columnOfHeading(cell) !== null || columnOfHeading(cell, "results") !== null).length;
