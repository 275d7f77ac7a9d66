import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Course Viewer. */
export const viewerArticle: Article = {
  group: "everybody",
  title: msg`Take a course`,
  summary: msg`Lessons, videos, quizzes and packages open here, and what you do is saved by itself.`,
  parts: [
    {
      heading: msg`Get around`,
      text: [
        msg`The outline shows every lesson and which are complete. Each lesson says when it counts as complete, for instance at its end or after its quiz.`,
      ],
    },
    {
      heading: msg({ context: "heading of a help article", message: "Saving" }),
      text: [
        msg`The page says whether everything is saved. Without a connection, work is kept on your device and sent later; keep the page open if it asks for that.`,
        msg`A course records in one window at a time. If you open it elsewhere, the other window stops, and nothing is lost.`,
      ],
    },
    {
      heading: msg`Reading and keys`,
      text: [
        msg`Reading settings change the size of the text and the length of the lines. Press the question mark on the keyboard to see the keys for lessons and videos.`,
      ],
    },
  ],
};
