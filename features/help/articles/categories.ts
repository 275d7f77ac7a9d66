import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Categories. */
export const categoriesArticle: Article = {
  group: "staff",
  title: msg`Categories`,
  summary: msg`The tree in which people find the portal's courses in the catalog.`,
  parts: [
    {
      heading: msg`Arrange the tree`,
      text: [
        msg`Drag a category by its handle: between two others, or onto one to put it in there. The menu of each row moves it up, down or to another place, and Alt with the up or down arrow moves it among its neighbours.`,
        msg`The number of a row counts the courses in it and in the categories below it, each once and in any state. It leads to the list of these courses.`,
      ],
    },
    {
      heading: msg`Hide a category`,
      text: [
        msg`The catalog does not show a hidden category and what is below it. The courses stay in the catalog, and count for the category above.`,
      ],
    },
    {
      heading: msg`Categories that portals share`,
      text: [
        msg`Under the tree stand the categories that other portals use and this one may take on. Their names are changed for all portals at once, by system admins. Courses, pictures, the order and what is hidden are this portal's own, and so are categories that you add in them.`,
        msg`Make it the portal's own, in the menu of the topmost one, ends that: the categories and their courses stay.`,
      ],
    },
    {
      heading: msg`Merge or delete`,
      steps: [
        msg`Choose Merge or Delete in the menu of the category.`,
        msg`Choose the category that gets its courses and the categories in it. An empty category needs none.`,
        msg`Read how many courses and categories move, and confirm.`,
      ],
      text: [
        msg`For 7 days it can be brought back, with its courses, under the tree. Links to it lead to the category that took over, and links with an older name to the one that has it now.`,
      ],
    },
  ],
};
