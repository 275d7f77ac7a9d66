import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Import Users. */
export const importArticle: Article = {
  group: "people",
  title: msg`Import people from a table`,
  summary: msg`A table of people or of results becomes accounts and records, after every row was checked.`,
  parts: [
    {
      heading: msg`The steps`,
      steps: [
        msg`Choose a file (.csv or .xlsx) or paste rows from a spreadsheet. There are templates to start from.`,
        msg`Say what the columns mean. The guess is shown; correct it where it is wrong.`,
        msg`Look at the check: what is new, what changes, what has an error. Rows with errors can be corrected in the grid.`,
        msg`Import. Nothing is written before this step.`,
      ],
    },
    {
      heading: msg`Where seats are limited`,
      text: [
        msg`The check says how many seats the table takes, and which rows find none. These are left out, and the others are imported. People that the table deactivates free their seats when it is written, so bring the rows that were left out in again afterwards.`,
      ],
    },
    {
      heading: msg`Afterwards`,
      text: [
        msg`The report says what became of each row. An import can be undone for some days; what somebody changed meanwhile stays as it is.`,
      ],
    },
  ],
};
