import type { TextName } from "../event.ts";

// The variables of letters: what a portal's own text of an event may write in braces. One name means the same in every event.

const moment = (instant: string, what: TextName["what"]): TextName => ({ what, example: (teller) => teller.moment(instant) });

export const course: TextName = {
  what: (say) => say("The title of the course"),
  example: ({ say }) => say("Working safely at heights"),
};
export const by: TextName = {
  what: (say) => say("The name of whoever did it"),
  example: () => "Dana Weber",
};
export const due = moment("2026-12-01T22:59:59Z", (say) => say("When the course is due"));
export const until = moment("2026-11-30T08:30:00Z", (say) => say("Until when the link works"));
export const firstMoment = moment("2026-11-23T08:00:00Z", (say) => say("When it begins"));
export const lastMoment = moment("2026-12-01T22:59:59Z", (say) => say("When it ends"));
export const when = moment("2026-11-23T08:00:00Z", (say) => say("When it happened"));
export const email: TextName = {
  what: (say) => say("The new email, most of it hidden"),
  example: () => "m…@example.org",
};
export const ip: TextName = {
  what: (say) => say("The network address it came from"),
  example: () => "192.0.2.7",
};
export const device: TextName = {
  what: (say) => say("The browser and the device"),
  example: ({ say }) => say("Firefox on Windows"),
};
export const change: TextName = {
  what: (say) => say("What was changed, as a sentence"),
  example: ({ say }) => say("An authenticator app was added to your account."),
};
export const reason: TextName = {
  what: (say) => say("The reason that was given"),
  example: ({ say }) => say("Lost her phone"),
};
export const job: TextName = {
  what: (say) => say("What the job is called"),
  example: ({ say }) => say("Import of people"),
};
export const result: TextName = {
  what: (say) => say("How it ended, as a sentence"),
  example: ({ say }) => say("Your job is done."),
};
export const open: TextName = {
  what: (say) => say("How many courses are open"),
  example: () => "2",
};
export const overdue: TextName = {
  what: (say) => say("How many of them are overdue"),
  example: () => "1",
};
export const courses: TextName = {
  what: (say) => say("The courses, one in each line"),
  example: ({ say, moment: inWords }) => [
    say("{course}, due {due}", { course: say("Working safely at heights"), due: inWords("2026-12-01T22:59:59Z") }),
    say("First aid"),
  ],
  isLines: true,
};
export const answer: TextName = {
  what: (say) => say("What was decided, as a sentence"),
  example: ({ say }) => say("Your registration was looked at, and nobody was added."),
};
export const name: TextName = {
  what: (say) => say("The name of whoever wants to join"),
  example: () => "Mira Quandt",
};
export const address: TextName = {
  what: (say) => say("The email of whoever wants to join"),
  example: () => "mira@example.org",
};
export const seats: TextName = {
  what: (say) => say("How many seats are taken, as a sentence"),
  example: ({ say }) => say("{used} of {cap} seats of this portal are taken.", { used: 190, cap: 200 }),
};
export const subject: TextName = {
  what: (say) => say("The subject that was written"),
  example: ({ say }) => say("About the course on Monday"),
};
export const message: TextName = {
  what: (say) => say("What was written, as it was written"),
  example: ({ say }) => [say("Please bring your protective shoes."), say("We begin at nine.")],
  isLines: true,
};
export const announcement: TextName = {
  what: (say) => say("The title of the announcement"),
  example: ({ say }) => say("Fire drill"),
};
export const announcementText: TextName = {
  what: (say) => say("What the announcement says, without its formatting"),
  example: ({ say }) => [say("Please bring your protective shoes."), say("We begin at nine.")],
  isLines: true,
};
export const webhook: TextName = {
  what: (say) => say("The name of the webhook"),
  example: ({ say }) => say("Channel of the training team"),
};
