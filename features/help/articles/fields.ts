import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Custom User Fields. */
export const fieldsArticle: Article = {
  group: "people",
  title: msg`Custom user fields`,
  summary: msg`What you want to know of everybody: a personnel number, a department, a licence that expires.`,
  parts: [
    {
      heading: msg`Add a field`,
      steps: [
        msg`Choose its kind, such as text, date, list or file. The kind cannot be changed later.`,
        msg`Say who sees and who edits the values, and where they come from.`,
        msg`Set rules if you need them: required, unique, a pattern, limits.`,
      ],
    },
    {
      heading: msg`Ask everybody`,
      text: [
        msg`With “Required at the next sign-in” whoever has no value is led to a page that asks for it, and goes on when it is filled in. The form says how many people that concerns now. Only what people may edit themselves can be asked this way, so let the person edit the field first.`,
      ],
    },
    {
      heading: msg`Use what other portals use`,
      text: [
        msg`A system admin can offer a field to all portals. Take it on, and its name, its list and its checks are the same as elsewhere and change with it; who sees it and whether it is required is up to you, and what people enter stays in this portal. Make it this portal's own if you want to change it yourself: its list and all values are kept.`,
      ],
    },
    {
      heading: msg`Do without one`,
      text: [msg`Retire a field that is no longer needed. Its values are kept, and it can be brought back.`],
    },
  ],
};
