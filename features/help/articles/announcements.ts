import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Portal Announcement and one announcement. */
export const announcementsArticle: Article = {
  group: "admins",
  title: msg`Announcements`,
  summary: msg`What the portal tells its people: to whom, from when until when, and who has read it.`,
  parts: [
    {
      heading: msg`Write an announcement`,
      steps: [
        msg`Write title and text, in one language or in each. People read it in theirs, or else in the one that it has.`,
        msg`Choose for whom it is: everybody, people in groups, people of a course, or whoever fits a condition. How many people fit now is said at once.`,
        msg`Give it a beginning and an end in a time zone, if it needs them.`,
        msg`Publish it, or keep it as a draft that nobody else sees. It can be taken back and deleted, and a deleted one brought back for some days.`,
      ],
    },
    {
      heading: msg`Make sure that it is seen`,
      text: [
        msg`It stands behind the info icon and among the widgets. It can also be a banner at the top of every page, or open by itself until it is read.`,
        msg`Important ones are marked, pinned ones stand first. Bell and mail can tell of it when it begins; Send to me shows how that looks.`,
      ],
    },
    {
      heading: msg`Let people confirm it`,
      text: [
        msg`An announcement that is to be confirmed opens by itself until a person says that they have read it.`,
        msg`Where it is urgent, the page can wait until they do. Whoever has not confirmed it can be reminded by bell and mail, at once or by itself after some days.`,
        msg`Its page lists who has opened and confirmed it and who has not, also as a file. After a larger change, everybody can be asked again.`,
      ],
    },
  ],
};
