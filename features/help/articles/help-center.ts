import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Help Center. */
export const helpCenterArticle: Article = {
  group: "everybody",
  title: msg`Find your way in the help`,
  summary: msg`Every screen has an article that says what it is for and what you can do there.`,
  parts: [
    {
      heading: msg`From anywhere to anywhere`,
      text: [
        msg`Quick search, the magnifying glass at the top, opens with Ctrl K, on a Mac with ⌘K. Type the beginning of a word: it finds screens, what you can do, courses, and the people whom you may see.`,
        msg`The arrow keys choose, Enter goes there, and Escape brings you back to where you were. It is not there while you take a course: there the keys belong to the course.`,
      ],
    },
    {
      heading: msg`From where you are`,
      text: [
        msg`The question mark at the top opens the article of the screen that you see, beside your work. Nothing that you typed is lost.`,
      ],
    },
    {
      heading: msg`In the Help Center`,
      steps: [
        msg`Type a word or two into the search. Capital letters and accents do not matter.`,
        msg`Choose an article. You find those of the screens that your roles open.`,
        msg`Open the screen from its article, or keep the address of the article to come back or to pass it on.`,
      ],
    },
    {
      heading: msg`When something does not work`,
      text: [
        msg`Choose “Ask for help” here or beside an article. The people who run the portal answer; you find it under “My questions” and are told by the bell and by email.`,
        msg`“Check my computer” looks whether your browser has what the portal needs, and says what to do where it has not.`,
        msg`“Environment”, beside that check, has what people who help you ask first: which portal, roles, language and browser you have. You can copy it as a whole.`,
      ],
    },
    {
      heading: msg`Say whether it helped`,
      text: [
        msg`Below each article you can say whether it helped, and change your answer. The people who run the portal see how many said what, and not who.`,
      ],
    },
    {
      heading: msg`The help of your own portal`,
      text: [
        msg`Whoever changes the settings of the portal finds “Write the help” in the Help Center. What is changed there everybody of the portal has at once, also beside the question mark.`,
        msg`A built-in article can be hidden, or put in your own words, in one language or in each; where you have none, the built-in words stay. You are told when the built-in article changes later, and can go back to it at any time.`,
        msg`Articles of your own stand first in the Help Center, in your order, for everybody or for roles. They are drafts until you publish them. A deleted one can be brought back for some days.`,
      ],
    },
  ],
};
