import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Groups and Group. */
export const groupsArticle: Article = {
  group: "people",
  title: msg`Groups`,
  summary: msg`A group gathers people by hand or by a condition. Rights, conditions and enrolments can name it.`,
  parts: [
    {
      heading: msg`By hand or by condition`,
      text: [
        msg`Into a group by hand you put people one by one, from a list or from other groups. A group with a condition fills itself: whoever fits is in it, a moment after their data change.`,
      ],
    },
    {
      heading: msg`Before you delete`,
      text: [
        msg`The page of a group shows who is in it and why, what happened in it, and what uses it. A group on which something depends cannot be deleted; archive it instead.`,
        msg`“Courses” counts how many of its members are enrolled, done and overdue in each course; a number leads to these people. “Enrol all members” enrols whoever is in it now.`,
        msg`A group that another system keeps says so, and is only read here.`,
      ],
    },
  ],
};
