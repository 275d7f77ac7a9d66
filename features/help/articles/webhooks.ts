import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Webhooks and one of them. */
export const webhooksArticle: Article = {
  group: "admins",
  title: msg`Webhooks`,
  summary: msg`How the portal sends what happens in it to other systems, and to channels in Slack or Microsoft Teams.`,
  parts: [
    {
      heading: msg`Add one`,
      text: [
        msg`Give it a name and the address that the receiver tells you, and choose the events: all of them, or some. For Slack and Microsoft Teams the address comes from the channel; whoever has it can write there, so keep it like a password.`,
        msg`JSON is for systems: each delivery says the event, its facts and whom it is about, and is signed. The secret for checking the signature is shown once; give it to those who look after the receiver. If it is lost, renew it.`,
      ],
    },
    {
      heading: msg`What leaves`,
      text: [
        msg`One delivery for each thing that happens. What several people are told of, such as a registration, is sent once. Links that let somebody in never leave, and neither does what is switched off in Email Settings.`,
        msg`Stopping all mail of the portal does not stop webhooks. Switch a webhook off to pause it.`,
      ],
    },
    {
      heading: msg`When nothing arrives`,
      text: [
        msg`The webhook's page lists what was sent in the last thirty days, with the answer of the receiver. What fails is tried eight times in about a day; any delivery can be sent again, and “Send a test” shows whether the receiver works.`,
        msg`A webhook turns itself off when its receiver says that it is gone, or when nothing has arrived for more than a day. Admins are told in the bell. Turn it on again when the receiver works.`,
      ],
    },
  ],
};
