import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen User Details. */
export const personArticle: Article = {
  group: "people",
  title: msg`The page of a person`,
  summary: msg`Everything that the portal knows of one person, in tabs, with what you may do about it.`,
  parts: [
    {
      heading: msg`What you find`,
      text: [
        msg`Profile and custom fields, enrolments with the reason for each, attempts, the transcript, groups, roles, sign-ins, messages and a timeline of it all. You see the tabs that your role allows.`,
      ],
    },
    {
      heading: msg`Decide about an enrolment`,
      text: [
        msg`Change a due date, mark a course complete, exempt the person, reset an attempt, add one made elsewhere, or end the enrolment. Each asks for a reason, stays on record and can be taken back.`,
      ],
    },
    {
      heading: msg`Sign off what somebody shows`,
      text: [
        msg`Some pages are complete once an assessor has watched the learner do something. Under Attempts you see what waits for it. Tick what was met and sign, or say what is missing; the person is told. What is signed stays signed, and nobody signs for themselves.`,
      ],
    },
    {
      heading: msg`The account`,
      text: [
        msg`Hand over a link with which the person chooses a password, remove a second factor after a lost device, or deactivate the person: they can no longer sign in, and everything of theirs is kept.`,
      ],
    },
  ],
};
