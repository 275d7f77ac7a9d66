import { chapter, image, isTrue, one, packagePart, page, quiz, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const recordsManagement: DemoCourse = {
  slug: "records-management",
  title: "Records management",
  summary: "What a record is, where it belongs, what to call it and when it may go. For everybody who decides something in writing.",
  outcomes: ["Tell records from everything else", "Name files so that others find them", "Apply the retention schedule"],
  tags: ["records", "archive", "office"],
  rule: { kind: "pages", percent: 100 },
  chapters: [
    chapter(
      "Records",
      page(
        "rm-what",
        "Is this a record?",
        3,
        {},
        text(`
A record proves that something was decided, done or promised. It does not matter what it looks like: a letter, an e-mail, a chat message that says *approved*, a table with the final numbers.

- **Record**: the signed contract, the minutes, the message with the decision.
- **Not a record**: drafts that were replaced, copies, newsletters, "shall we have lunch".

Ask: *if somebody challenges this in three years, what would I need to show?* That is the record.`),
      ),
      page(
        "rm-life",
        "The life of a record",
        3,
        { minSeconds: 8 },
        image("record-life.webp", "Five stations on a line: create, use, keep, review, archive or delete."),
        text(`
Most files are opened for the last time two weeks after they were made. The few that matter later matter a lot, and nobody can tell them apart afterwards. So we decide at the beginning: each kind of record has a place, an owner and a period in the **retention schedule**.`),
      ),
    ),
    chapter(
      "Practice",
      page(
        "rm-names",
        "Names that are found",
        3,
        { quiz: "passed" },
        text(`
\`2026-03-14_permit-4711_decision_v2-final-NEW.docx\` has three endings too many. Use date, subject, kind, and let the system count versions:

1. Date first, year-month-day, so that they sort by themselves.
2. The number or name of the case.
3. What it is: *application, decision, minutes*.
4. No *final*, no initials, no special characters.`),
        quiz(
          "Which name is best?",
          100,
          null,
          one(
            "Minutes of the building committee, 9 October 2026",
            ["minutes final.docx", "*2026-10-09_building-committee_minutes.docx", "9.10. Building Committee (Anna).docx"],
            "Date first, subject, kind. It sorts and can be searched.",
          ),
        ),
      ),
      page(
        "rm-mail",
        "E-mail and chat",
        3,
        {},
        text(`
An inbox is not an archive: it goes when you go. File the message that **ends** the matter; it contains the ones before it. Do it when you answer, because on Friday there are two hundred.

Decisions in chat are allowed to happen and not allowed to stay there. Write two lines into the file: who decided what, when.`),
      ),
      page(
        "rm-desk",
        "Where you file: your desk",
        10,
        {},
        text(`
Filing is reading, and reading is sitting. Ten minutes spent on chair, screen and light come back every day. This part belongs to a package that others made; try it at your own desk.`),
        packagePart("workstation.zip"),
      ),
      page(
        "rm-end",
        "When it may go",
        3,
        { minSeconds: 8 },
        text(`
When the period is over, the schedule says **archive** or **delete**. Deleting on time is as much a duty as keeping: what we no longer hold cannot be lost, leaked or asked for.

!! Stop everything when a legal hold is in place, when an information request is open, or when an audit has begun. Then nothing goes, whatever the schedule says.`),
        quiz(
          "Keep or delete?",
          60,
          null,
          isTrue(
            "The period of a case is over, but a court has asked for the file. It may be deleted.",
            false,
            "A legal hold stops every deletion.",
          ),
          several(
            "What ends in the archive rather than in the bin?",
            ["*Minutes of the council", "Room bookings", "*Plans of a listed building"],
            "Lasting value for the public decides.",
          ),
        ),
      ),
    ),
  ],
};
