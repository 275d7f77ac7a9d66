import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen My account. */
export const accountArticle: Article = {
  group: "everybody",
  title: msg`My account`,
  summary: msg`Your name, language and time zone, how you sign in, what you get by email, and your data.`,
  parts: [
    {
      heading: msg`Profile and looks`,
      text: [
        msg`Names, language, time zone and light or dark are saved together with the button Save. You change your email here too: a link goes to the new one, and it counts once you have opened that.`,
      ],
    },
    {
      heading: msg`Keep others out`,
      steps: [
        msg`Set up a second factor: an authenticator app or a passkey. Keep the recovery codes for the day on which you do not have your device.`,
        msg`Look through the browsers in which you are signed in, and sign out those that you do not know.`,
      ],
    },
    {
      heading: msg`Mail and data`,
      text: [
        msg`You choose what you get by email, and when. You can also have everything that is kept about you put into a file and download it.`,
      ],
    },
  ],
};
