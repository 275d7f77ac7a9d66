import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Course Editor. */
export const courseEditorArticle: Article = {
  group: "authors",
  title: msg`Edit and publish a course`,
  summary: msg`Title, description, package, who may enrol and when it is complete. Learners get it when you publish.`,
  parts: [
    {
      heading: msg`Chapters, pages and blocks`,
      text: [
        msg`An online course has chapters, a chapter has pages, a page has blocks: text, pictures, films, quizzes and more. What you write is saved as you go; the header says whether it is. Undo takes back your last steps.`,
      ],
    },
    {
      heading: msg`Write a course`,
      steps: [
        msg`Add a page in the outline, or make pages from a Word document. Drag rows to where they belong, or move them with Alt and an arrow.`,
        msg`Add a block with “Add a block”, or write / in an empty text and then its name.`,
        msg`A video or a recording comes from your device, or “From an address”: the server then copies it from there into the course, which goes on while you do something else. Videos of YouTube or Vimeo go into the block “Content of others”.`,
        msg`What a block or a page asks for stands beside it, and “Before publishing” lists what is still to be mended.`,
      ],
    },
    {
      heading: msg`When it is complete`,
      text: [
        msg`Each page says what it asks for, and may be locked until every page before it is complete. “Course” beside the content says when the whole course is complete: by pages, by a certain page, by a score in a quiz, by study time, and by groups of these of which all, one or some must hold. What can never be met is named there and before publishing.`,
        msg`Pages can also be required one by one, several at a time. Beside the conditions you can set from which average score the course is passed.`,
        msg`“Sign-off by an assessor” is for what has to be seen: the learner asks for it, and a manager or administrator watches, ticks the criteria and signs on the page of that person.`,
        msg`What keeps people out stops publishing too: pictures without a text, videos without captions, tables without headers, headings that skip a level, links that do not say where they lead. An admin may publish all the same and writes why; the audit log keeps it.`,
      ],
    },
    {
      heading: msg`Several authors at once`,
      text: [
        msg`The header shows who else has the course open, and the outline where they are. A page that somebody else opened first can be read and waits; “Edit it too” opens it all the same. What others save appears by itself. Where both change the same text, you see both and choose.`,
      ],
    },
    {
      heading: msg`Use a block in several courses`,
      text: [
        msg`“Make reusable…” above a selected block offers it to all authors of the portal. They find it under “Add a block”, “Reusable block…”, and insert it linked or as a copy; its files come along. Copy and paste work from course to course too.`,
        msg`A linked block is edited like every other. When its reusable block gets a new content, it says “Update available”: you read what would change, then take the update or keep yours. Learners get it when you publish. “Where it is used” lists the courses and pages.`,
      ],
    },
    {
      heading: msg`A course in several languages`,
      text: [
        msg`Under “Languages” you add a language and translate the course text by text, beside the original. Learners get what is translated once you offer the language and publish; titles and description of the course at once. The rest they read in the course's own language.`,
        msg`When an original changes, its translation counts as out of date and learners get the original, until you change the translation or say that it is still right. The preview shows the course in each of its languages.`,
      ],
    },
    {
      heading: msg`The package`,
      text: [
        msg`In an online course, add the block “SCORM object”: upload the zip or choose a package that the course already has, then the part to play.`,
        msg`The check after the upload names what learners might run into. A test launch plays the package without keeping results. When you publish another package, you choose what it means for the learners in the course.`,
      ],
    },
    {
      heading: msg`Publish`,
      steps: [
        msg`Save your changes. “Publish” names what is still missing, with the way to it.`,
        msg`Write what changed, and read how many people get the new version.`,
        msg`Choose what it means for the people in the course. Whoever completed it and is to do it again by a day gets a due date and is reminded of it as of any other.`,
        msg`Take it out of the catalog when nobody new should start. Whoever has it keeps it.`,
      ],
    },
    {
      heading: msg`Have it approved`,
      text: [
        msg`“Review” in the settings asks whoever may approve courses, and a message leads them there, as does the list of courses that wait for approval. They comment beside the blocks, then approve the course or give it back and write why. What is changed after the approval needs a new one: the editor says so before it publishes, and asks you to confirm it. A portal can insist on approvals in its settings.`,
      ],
    },
    {
      heading: msg`Who may begin`,
      text: [
        msg`In the settings under “Who may enrol” a course asks for other courses, for a condition (a group, a field, what somebody completed), or for both. Whoever lacks something reads on its page what it is and where to get it; who has begun goes on.`,
      ],
    },
    {
      heading: msg`Learners and attempts`,
      text: [
        msg`Each attempt is listed with progress and score. Its log shows what the package told the portal, for the people who made the package.`,
      ],
    },
  ],
};
