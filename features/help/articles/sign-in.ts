import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens on which one gets in. */
export const signInArticle: Article = {
  group: "everybody",
  title: msg`Sign in`,
  summary: msg`How you get into the portal, and what to do when it does not work.`,
  parts: [
    {
      heading: msg`Sign in`,
      steps: [
        msg`Enter your email and your password, or use a passkey if you have one.`,
        msg`If you have set up a second factor, prove it: with the code of your authenticator app, your passkey, or one of the recovery codes that you kept.`,
      ],
    },
    {
      heading: msg`Your password is forgotten`,
      text: [
        msg`Choose “Forgot your password?” on the page where you sign in. A link comes by email; it works once. Without a mail server no link can be sent: then the page names whom to ask.`,
      ],
    },
    {
      heading: msg`You have no account yet`,
      text: [
        msg`Where the portal shows courses to everybody, a link on the page where you sign in leads to them. Each has a page that leads to the course after you have signed in.`,
        msg`Where the portal lets people register, the page where you sign in has a link to create an account. You confirm your email; in some portals somebody then lets you in.`,
      ],
    },
    {
      heading: msg`You belong to another portal`,
      text: [
        msg`With your password at a portal that you do not belong to, you usually see which portals are yours; where it is allowed, you can go on to one of them.`,
      ],
    },
    {
      heading: msg`New terms`,
      text: [msg`When the portal has new terms, you read them after signing in and agree to go on.`],
    },
    {
      heading: msg`Something is missing`,
      text: [
        msg`When the portal wants to know something of everybody that you have not filled in yet, it asks you after signing in. Then you go on to the page that you wanted.`,
      ],
    },
  ],
};
