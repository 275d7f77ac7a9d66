import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Catalogues. */
export const cataloguesArticle: Article = {
  group: "admins",
  title: msg`Who sees which courses`,
  summary: msg`Catalogs offer courses to the members of some groups, and to nobody else.`,
  parts: [
    {
      heading: msg`What a catalog does`,
      text: [
        msg`A course in no catalog is offered to everybody. A course in a catalog is offered only to those whom the catalog is for. One in several is offered to those of each.`,
        msg`Who is not offered a course does not find it in the catalog, in its search or its numbers, and cannot open its page. Whoever is or was enrolled in it keeps it, and admins, managers and codes can still enrol people.`,
      ],
    },
    {
      heading: msg`Add a catalog`,
      steps: [
        msg`Press Add a catalog and write a name. Only those who arrange the catalog see it.`,
        msg`Choose whom it is for: everybody, or the members of groups. A group can also be filled by a condition.`,
        msg`Choose categories, whose courses are in it now and later, and single courses.`,
        msg`Save. It holds at once.`,
      ],
    },
    {
      heading: msg`Show courses before signing in`,
      text: [
        msg`Mark a catalog for everybody as public. The page where people sign in then has a link to its published, listed courses, with title, summary, outcomes, type, duration, language, picture and categories. Nothing else is shown, and visitors sign in to start one.`,
      ],
    },
    {
      heading: msg`Change or delete one`,
      text: [
        msg`What you change holds at once. When a catalog is deleted, its courses stay, and those in no other catalog are offered to everybody.`,
        msg`A category or a group that a catalog names cannot be removed. Take it out of the catalog first.`,
      ],
    },
  ],
};
