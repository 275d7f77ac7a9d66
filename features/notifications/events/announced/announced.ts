import * as z from "zod/mini";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

/** An announcement in the language of whoever is told: its title, and the beginning of its text without markup. */
export const AnnouncementFacts = z.object({ title: z.string(), text: z.string() });

/** The portal announces something, where it was chosen that people are told (ANN-1). Occurrence: since when it is asked for. */
export const announced: NotificationEvent<z.infer<typeof AnnouncementFacts>> = {
  name: "announced",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: AnnouncementFacts,
  sample: (text) => ({ title: text, text: `${text}\n${text}` }),
  title: (say) => say("The portal announces something"),
  hasCopies: true,
  own: {
    names: { title: names.announcement, text: needed(names.announcementText) },
    values: (_, { title, text }) => ({ title, text: text.split("\n") }),
    slots: { title: "{title}", text: "{text}" },
  },
  words: ({ say }, { title, text }) => ({
    subject: say("Announcement: {title}", { title }),
    lines: text.split("\n"),
    action: { label: say("Go to your dashboard"), to: "/student/dashboard" },
  }),
};
