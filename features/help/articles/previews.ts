import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Course Preview, Course Review and Course External Preview. */
export const previewsArticle: Article = {
  group: "everybody",
  title: msg`Preview, review and share a course`,
  summary: msg`See the course as learners do, let others comment on it, or send a link. Nothing is recorded.`,
  parts: [
    {
      heading: msg`Preview`,
      text: [
        msg`All lessons are open and quizzes are marked, but nothing counts as learning. You see the draft; if the course is published, you can switch to the published version. Edit this page leads back to the same place in the editor.`,
      ],
    },
    {
      heading: msg`Review of a draft`,
      steps: [
        msg`Choose Share in the editor and name reviewers. They are told, and see the draft.`,
        msg`Reviewers press Comment below a part of a lesson. Comments stay with that part when the draft changes.`,
        msg`Reply, assign a comment to somebody, and resolve it when it is done. If the part was removed, the comment says so and keeps its first words.`,
      ],
    },
    {
      heading: msg`Links for people without an account`,
      text: [
        msg`A link shows this one course and nothing else, until its last day or until you revoke it; then open views end too. Right answers are not shown, and nothing that packages report is recorded. With a passcode, the link alone opens nothing.`,
        msg`A link also ends when whoever made it may no longer edit the course.`,
      ],
    },
  ],
};
