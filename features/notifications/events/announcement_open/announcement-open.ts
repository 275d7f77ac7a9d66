import type * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { AnnouncementFacts } from "../announced/announced.ts";
import * as names from "../text-names.ts";

/** Somebody has not confirmed an announcement that is to be confirmed (ANN-2). Occurrence: since when it is asked for, and which reminder this is. */
export const announcementOpen: NotificationEvent<z.infer<typeof AnnouncementFacts>> = {
  name: "announcement_open",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: AnnouncementFacts,
  sample: (text) => ({ title: text, text: `${text}\n${text}` }),
  title: (say) => say("You have not confirmed an announcement"),
  hasCopies: true,
  own: {
    names: { title: names.announcement, text: names.announcementText },
    values: (_, { title, text }) => ({ title, text: text.split("\n") }),
    slots: { title: "{title}", text: "{text}" },
  },
  words: ({ say }, { title, text }) => ({
    subject: say("Please confirm that you have read: {title}", { title }),
    lines: text.split("\n"),
    action: { label: say("Read and confirm it"), to: "/student/dashboard" },
  }),
};
