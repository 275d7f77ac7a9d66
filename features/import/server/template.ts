import type { KindName } from "#features/fields/definition.ts";
import { readFields } from "#features/fields/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import { csvHead, csvLines } from "#platform/list/server/csv.ts";
import type { Context } from "#platform/serve.ts";
import type { Target } from "../contract.ts";
import type { OwnColumn, ResultColumn, Subject } from "../headings.ts";
import { fieldIdOf } from "../plan.ts";
import { resultImporterOf } from "./results/result-columns.ts";
import { targetsFor } from "./subjects.ts";
import { workbookOf } from "#platform/list/server/workbook.ts";

/** What the columns are called, as an import recognises them. */
const namesOf = (say: Say): Record<OwnColumn | ResultColumn, string> => ({
  email: say("E-mail"),
  given_name: say("Given name"),
  family_name: say("Family name"),
  external_id: say("External ID"),
  language: say("Language"),
  time_zone: say("Time zone"),
  status: say("Status"),
  groups: say("Groups"),
  roles: say("Roles"),
  course: say("Course"),
  completed: say("Completed"),
  started: say("Started"),
  score: say("Score"),
  result: say("Result"),
});

/** What a cell of a column holds. */
const explanationsOf = (say: Say): Record<OwnColumn | ResultColumn, string> => ({
  email: say("An address such as name@example.org. New people need one."),
  given_name: say("Letters, spaces and punctuation."),
  family_name: say("Letters, spaces and punctuation."),
  external_id: say("What another system calls the person, such as a personnel number. Zeros in front stay."),
  language: say("The language that the person reads."),
  time_zone: say("A name such as Europe/Berlin."),
  status: say("Whether the person may sign in."),
  groups: say("Names of groups, with semicolons between them. People are added to them and taken out of none."),
  roles: say("Roles, with semicolons between them. They are added and taken from nobody."),
  course: say("The name of a published course, or its number, such as #12."),
  completed: say("A day such as 2026-01-31, also with a time. Needed in every row."),
  started: say("A day such as 2026-01-31, also with a time. Without it the course counts as started when it was completed."),
  score: say("A number from 0 to 100, in percent."),
  result: say("What came of it; without it the course counts as completed."),
});

const kindExplanationsOf = (say: Say): Record<KindName, string> => ({
  text: say("A line of text."),
  long_text: say("A text, also of several lines."),
  number: say("A number such as 1250.5."),
  date: say("A day such as 2026-01-31."),
  date_time: say("A day and a time such as 2026-01-31 14:30."),
  yes_no: say("yes or no"),
  single: say("One value of the list."),
  multi: say("Values of the list, with semicolons between them."),
  tree: say("One value of the list; where a name is there twice, with those above it, such as Europe > Berlin."),
  country: say("A country by its name or its two letters, such as DE."),
  phone: say("A telephone number with its country, such as +49 30 123456."),
  email: say("An address such as name@example.org."),
  url: say("An address such as https://example.org."),
  file: say("Files are not imported."),
  person: say("Somebody here, by their e-mail address."),
});

async function columnsOf({ db, actor, say }: Context, subject: Subject) {
  if (subject === "results") resultImporterOf(actor);
  const targets = await targetsFor(db, actor, { subject });
  const fields = new Map((await readFields(db, actor.portalId)).map((field) => [field.id, field]));
  const [names, own, ofKinds] = [namesOf(say), explanationsOf(say), kindExplanationsOf(say)];
  return targets.map(({ meaning, label, allowed, isKey }: Target) => {
    const field = fields.get(fieldIdOf(meaning) ?? 0);
    const explanation = field ? [field.help, ofKinds[field.kind]].filter(Boolean).join(" ") : own[meaning as OwnColumn];
    return { name: label ?? names[meaning as OwnColumn], explanation, allowed: allowed.join("; "), isKey };
  });
}

/** A table with the headings that an import understands, and a row that says what cells may hold, as CSV. */
export async function templateText(context: Context, subject: Subject): Promise<string> {
  const { say } = context;
  const columns = await columnsOf(context, subject);
  const hints = columns.map(({ allowed }) => allowed);
  hints[0] = `# ${say("This row is left out. It says what cells may hold; an empty cell changes nothing, and (clear) empties.")}`;
  return csvHead(columns.map(({ name }) => name)) + csvLines([hints]);
}

/** The same as a workbook: an empty sheet with the headings, and one that explains every column. */
export async function templateWorkbook(context: Context, subject: Subject): Promise<Buffer> {
  const { say } = context;
  const columns = await columnsOf(context, subject);
  return workbookOf([
    {
      name: subject === "results" ? say("Results") : say("People"),
      rows: [columns.map(({ name }) => name)],
      widths: columns.map(({ name }) => Math.max(14, name.length + 4)),
    },
    {
      name: say("Columns"),
      rows: [
        [say("Column"), say("What a cell holds"), say("Values"), say("People are found by it")],
        ...columns.map(({ name, explanation, allowed, isKey }) => [name, explanation, allowed, isKey ? say("yes") : ""]),
        ...(subject === "people" ? [["", say("An empty cell changes nothing; (clear) empties what is there."), "", ""]] : []),
      ],
      widths: [24, 60, 40, 24],
    },
  ]);
}
