import type { CompletionRule } from "#features/courses/content.ts";
import { chapter, isTrue, one, page, quiz, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";
import { handbook } from "./onboarding-text.ts";

type Draft = ReturnType<typeof quiz>;

// Questions on the last page of some sections, by the section's number.
const checks: Readonly<Record<number, Draft>> = {
  2: quiz(
    "Working day",
    50,
    null,
    isTrue("Overtime is agreed with the manager before it happens.", true, "Before, not after."),
    one(
      "A holiday request was not answered for a week. It is",
      ["refused", "*granted", "lost"],
      "After five working days without an answer it counts as granted.",
    ),
  ),
  4: quiz(
    "Safety",
    100,
    null,
    one(
      "You see somebody climb a rack.",
      ["Tell the team leader in the evening", "*Call stop", "Hold the rack"],
      "Everybody may and should stop it.",
    ),
    isTrue("Near misses are reported only when somebody was hurt.", false, "A near miss is precisely when nobody was hurt."),
  ),
  6: quiz("Customers", 50, null, one("Which order overtakes all others?", ["Green", "Amber", "*Red"], "Red is for four hours.")),
  10: quiz(
    "Security",
    66,
    null,
    several(
      "Which signs are worth a report?",
      ["*Hurry", "*Secrecy", "*A request for a password", "A greeting"],
      "Two of the three are enough.",
    ),
    isTrue("A USB stick from the yard may be tried on the own computer.", false, "IT has a computer for it."),
  ),
};

/** The long course: eleven sections and 64 pages, the size that benchmark W5 needs. */
export const onboarding: DemoCourse = {
  slug: "onboarding",
  title: "Welcome aboard: the first ninety days",
  summary: "The handbook for everyone who is new: working day, money, safety, tools, customers, quality and people. Read a section a week.",
  outcomes: ["Find your way through the first three months", "Know whom to ask for what", "Work safely from the first day"],
  tags: ["onboarding", "handbook", "new colleagues"],
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 95 },
      {
        kind: "any",
        rules: [
          { kind: "score", blockId: "ob-4-6-2", percent: 100 },
          { kind: "score", blockId: "ob-10-5-2", percent: 60 },
        ],
      },
    ],
  } satisfies CompletionRule,
  chapters: handbook.map(([title, pages], i) =>
    chapter(
      title,
      ...pages.map(([heading, words], at) => {
        const check = at === pages.length - 1 ? checks[i + 1] : undefined;
        return page(`ob-${i + 1}-${at + 1}`, heading, 2, check ? { quiz: "passed" } : {}, text(words), ...(check ? [check] : []));
      }),
    ),
  ),
};
