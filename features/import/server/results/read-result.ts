import type { FieldDefinition, FieldValue } from "#features/fields/definition.ts";
import { readDay } from "#features/fields/date/date.ts";
import { instantIn, localTimeIn } from "#features/fields/date_time/instant-in.ts";
import { parseCell } from "#features/fields/server/service.ts";
import { phrase, type Values } from "#platform/words.ts";
import { plainHeading } from "../../headings.ts";
import { fieldIdOf } from "../../plan.ts";
import { plainCell } from "../cell-words.ts";
import { error, findingsOfWidth, type Reading } from "../read-row.ts";

/** What a row of results says. Missing is what it does not say. */
export interface ResultWish {
  email?: string;
  externalId?: string;
  /** The value of the field that people are found by. */
  field?: { readonly definition: FieldDefinition; readonly value: FieldValue };
  course?: string;
  /** Days in the zone of the import, and the instants that they mean. */
  completed?: Moment;
  started?: Moment;
  score?: number;
  passed?: boolean | null;
}
interface Moment {
  readonly day: string;
  readonly at: Date;
}

const passed = new Set(["passed", "pass", "bestanden", "p", "ok"]);
const failed = new Set(["notpassed", "failed", "fail", "nichtbestanden", "durchgefallen", "f"]);
const completed = new Set([
  "completed",
  "complete",
  "finished",
  "done",
  "abgeschlossen",
  "beendet",
  "erledigt",
  "teilgenommen",
  "attended",
  "yes",
  "ja",
  "x",
]);

/** A day means its noon, so that it is the same day nearly everywhere; with a time of day it means that. */
function momentOf(cell: string, { plan: { dateOrder }, zone }: Pick<Reading, "plan" | "zone">): Moment | null {
  // As exports of Stoa write it.
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(cell) && !Number.isNaN(Date.parse(cell)))
    return { day: localTimeIn(zone, new Date(cell).toISOString()).slice(0, 10), at: new Date(cell) };
  const [, days = "", clock] = /^(\S+?)(?:(?:T|,?\s+)(\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(cell) ?? [];
  const day = readDay(days, { dateOrder });
  if (day === null || (clock !== undefined && !/^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(clock))) return null;
  return { day, at: instantIn(zone, `${day}T${(clock ?? "12:00").padStart(5, "0")}:00`) };
}

/** Reads a row of results by the plan, knowing nothing of people and courses. Every cell that cannot be is named with the reason. */
export function readResult(cells: readonly string[], reading: Reading) {
  const { plan, fields, width } = reading;
  const findings = findingsOfWidth(cells, width);
  const wish: ResultWish = {};
  const columnOf = new Map<string, number>();
  plan.columns.forEach((meaning, column) => {
    if (meaning === null) return;
    columnOf.set(meaning, column);
    const cell = plainCell(cells[column]);
    const wrong = (code: string, text: string, params: Values = {}) => void findings.push(error(column, code, text, params));
    if (cell === "") {
      if (meaning === "course") wrong("course_missing", phrase("Write the name or the number of a course."));
      if (meaning === "completed") wrong("date_missing", phrase("Write when the course was completed."));
      return;
    }
    if (cell.includes("\ufffd"))
      return wrong("unreadable", phrase("This cell has a character that could not be read. Choose another encoding, or correct it."));
    const fieldId = fieldIdOf(meaning);
    if (fieldId !== null) {
      const definition = fields.get(fieldId);
      if (!definition) return wrong("unknown_field", phrase("This field is not known."));
      const read = parseCell(definition, cell, { dateOrder: plan.dateOrder, zone: reading.zone });
      if ("problem" in read) wrong(read.problem.code, read.problem.text, read.problem.params);
      else if (read.value !== null && meaning === plan.key) wish.field = { definition, value: read.value };
      return;
    }
    switch (meaning) {
      case "email":
        wish.email = cell.replace(/^mailto:/i, "").toLowerCase();
        return;
      case "external_id":
        wish.externalId = cell;
        return;
      case "course":
        wish.course = cell.replaceAll(/\s+/g, " ");
        return;
      case "completed":
      case "started": {
        const moment = momentOf(cell, reading);
        if (moment === null) return wrong("no_date", phrase("Write a date that the calendar has, such as 2026-01-31."));
        // The clocks of two machines may differ by a day's end.
        if (
          moment.day > new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10) ||
          moment.at.getTime() > Date.now() + 12 * 3_600_000
        )
          return wrong("in_the_future", phrase("This date is still to come."));
        wish[meaning] = { day: moment.day, at: new Date(Math.min(moment.at.getTime(), Date.now())) };
        return;
      }
      case "score": {
        const written = cell
          .replace(/(?:%|percent|prozent|points|punkte)$/i, "")
          .trimEnd()
          .replace(",", ".");
        const score = /^\d{1,3}(?:\.\d{1,4})?$/.test(written) ? Number(written) : Number.NaN;
        if (!(score >= 0 && score <= 100)) return wrong("no_score", phrase("Write a score from 0 to 100, in percent."));
        wish.score = score;
        return;
      }
      case "result": {
        const word = plainHeading(cell);
        if (passed.has(word)) wish.passed = true;
        else if (failed.has(word)) wish.passed = false;
        else if (completed.has(word)) wish.passed = null;
        else
          wrong(
            "no_result",
            phrase("This is no result. Write passed, completed or not passed; what is not finished cannot be brought in."),
          );
      }
    }
  });
  if (wish.started && wish.completed && wish.started.at > wish.completed.at)
    findings.push(error(columnOf.get("started") ?? null, "starts_late", phrase("The start lies after the completion.")));
  return { wish, findings, columnOf };
}
