import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Portal Logo and Certificate Logo. */
export const lookArticle: Article = {
  group: "admins",
  title: msg`How the portal looks`,
  summary: msg`Logo, pictures and colours of the portal, first as a draft that nobody else sees.`,
  parts: [
    {
      heading: msg`Change the look`,
      steps: [
        msg`Choose pictures (PNG, JPEG, WebP or GIF) and take the part that you want. Drawings (SVG) are not taken.`,
        msg`Choose colours. Where words could not be read on one, the nearest readable colour is shown and said.`,
        msg`Look at the preview: sign-in, dashboard, lesson and mail, light and dark, on a screen and on a phone.`,
        msg`Publish. Earlier looks can be taken as the draft again.`,
      ],
    },
    {
      heading: msg`Groups`,
      text: [
        msg`The people of a group can have a look of their own: under Brands of groups, choose the group and what differs from the portal. Sign-in, mail and certificates keep the portal's look, and so do the pages of whoever is in two groups that look different.`,
      ],
    },
    {
      heading: msg`Certificates`,
      text: [msg`The certificate logo is a picture of its own, larger, because it is printed.`],
    },
  ],
};
