import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Catalog Search. */
export const catalogSearchArticle: Article = {
  group: "admins",
  title: msg`How people search the catalog`,
  summary: msg`Words that mean the same, and what people looked for in vain.`,
  parts: [
    {
      heading: msg`What a search finds`,
      text: [
        msg`Courses that have every word, or a word that begins with it, with or without accents and capitals. Those that have them in their title come first, then in their tags, in their outline, and in their text.`,
        msg`When no course has the words, those with nearly the same words are shown, and the page says so. One letter may be wrong, in long words two.`,
      ],
    },
    {
      heading: msg`Words that mean the same`,
      steps: [
        msg`Press Change the words and write a line for each meaning, its words or phrases separated by commas.`,
        msg`Save. Whoever searches one of them finds the courses of all, at once.`,
      ],
    },
    {
      heading: msg`Searches without result`,
      text: [
        msg`Each line says which words were searched, how often, and when last. It does not say by whom, and nobody can find out: only words are kept, without email addresses and long numbers. Words that nobody searches any more go after half a year.`,
        msg`Give such words a meaning that courses have with Same meaning as, or make the course that is missing. Take a line out when it is dealt with.`,
        msg`The list can be exported as a table.`,
      ],
    },
  ],
};
