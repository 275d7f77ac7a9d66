import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Jobs and Job. */
export const jobsArticle: Article = {
  group: "staff",
  title: msg`Jobs`,
  summary: msg`What takes longer than a moment runs as a job: imports, exports, changes for many people.`,
  parts: [
    {
      heading: msg`Follow it`,
      text: [msg`You can leave the page at any time. The sign at the top shows that jobs run, and the list how far each one is.`],
    },
    {
      heading: msg`Cancel, repeat, undo`,
      text: [
        msg`A job that runs can be cancelled; what was done before stays done. One that failed can be started again, and many can be undone for some days. Its page says until when, and holds its file.`,
        msg`Jobs are kept for 90 days and seen by whoever started them.`,
      ],
    },
  ],
};
