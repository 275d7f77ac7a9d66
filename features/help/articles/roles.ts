import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Managers, Authors, Admins, Roles and Who may do what. */
export const rolesArticle: Article = {
  group: "admins",
  title: msg`Roles and rights`,
  summary: msg`Who is a manager, an author or an administrator, for whom, and until when.`,
  parts: [
    {
      heading: msg`Give a role`,
      steps: [
        msg`Open the tab of the role and search for the person.`,
        msg`Say for whom it holds: everybody, members of groups, whoever fits a condition, their direct reports, or participants of courses.`,
        msg`Give a first and a last day if it is for a time, as for a deputy.`,
      ],
    },
    {
      heading: msg`A deputy while a manager is away`,
      text: [
        msg`Managers name one themselves on their dashboard, for some days: another member, who gets the same people and permissions, and no more. It follows the manager’s own role and ends with it.`,
        msg`The list of managers shows for whom somebody stands in. The manager, their deputy and you can end it.`,
      ],
    },
    {
      heading: msg`Direct reports`,
      text: [
        msg`A manager of direct reports looks after those who name them in a field such as “Supervisor”. A change of the field counts at once.`,
        msg`It takes a field of people that managers and authors may not edit: else they could give themselves more people.`,
      ],
    },
    {
      heading: msg`Participants of courses`,
      text: [
        msg`A manager of courses looks after whoever is enrolled in one of them. They see all that these people learn, but enrol, change dates and correct results in their own courses only.`,
        msg`Whoever leaves the last of these courses is not theirs any more, and whoever is in none of them yet is enrolled by somebody else.`,
      ],
    },
    {
      heading: msg`Less than a whole role`,
      text: [msg`“Roles” copies a role and takes permissions from the copy. What you take counts at once for everybody who has it.`],
    },
    {
      heading: msg`Why may somebody do this?`,
      text: [msg`“Who may do what” explains for each person which role gives what, since when, and from whom.`],
    },
  ],
};
