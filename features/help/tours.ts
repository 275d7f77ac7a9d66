import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { RoleName } from "#features/portal/contract.ts";

export interface TourStep {
  /** Its name in its tour, by which somebody goes on where they were. */
  readonly name: string;
  /** CSS selector of what it is about: the first that can be seen. Without one the step is left out. */
  readonly at: string;
  readonly title: MessageDescriptor;
  /** Plain text. */
  readonly text: MessageDescriptor;
}

/** The entries of the navigation; a narrow screen has them behind the menu button, so that one of the two steps is left out. */
const navigation = (text: MessageDescriptor): TourStep[] => [
  { name: "navigation", at: ".shell-nav ul", title: msg`Where to go`, text },
  { name: "menu", at: ".shell-burger .shell-tool", title: msg`The menu`, text },
];
const search: TourStep = {
  name: "search",
  at: ".shell-tools > .shell-tool:first-child",
  title: msg`Quick search`,
  text: msg`Type a few letters to get to a screen or a course. With a keyboard, Ctrl or Command and K opens it from everywhere.`,
};
const staffSearch: TourStep = {
  ...search,
  text: msg`Type a few letters to get to a screen, a course or a person. With a keyboard, Ctrl or Command and K opens it from everywhere.`,
};
const bell: TourStep = {
  name: "bell",
  at: ".shell-tools > .shell-tool[aria-haspopup='dialog']",
  title: msg`Notifications`,
  text: msg`What happened that concerns you. In My account you choose what you also get by email.`,
};
const help: TourStep = {
  name: "help",
  at: ".shell-tools > .shell-tool:has(+ .shell-tool[aria-haspopup='dialog'])",
  title: msg`Help`,
  text: msg`The question mark explains the screen that you are on. From there you can also ask for help.`,
};
const account: TourStep = {
  name: "account",
  at: ".shell-account",
  title: msg`You`,
  text: msg`Your account, signing out, and this tour once more. Whoever has several roles changes between them here, too.`,
};

/** The tour of each role, over its first screen and the header: at most seven steps of each are seen at once. */
export const tours: Readonly<Record<RoleName, readonly TourStep[]>> = {
  Student: [
    {
      name: "next",
      at: ".dash-next, .dash > .card",
      title: msg`What to do next`,
      text: msg`The course to go on with, at the place where you stopped. Below it you find your other courses and what has a due date.`,
    },
    ...navigation(msg`Your courses, the catalog with everything that you can take, and your history with your results.`),
    {
      name: "arrange",
      at: ".shell-tool[aria-pressed]",
      title: msg`Arrange widgets`,
      text: msg`Show, hide and move the parts of this page as you like them.`,
    },
    search,
    bell,
    help,
    account,
  ],
  Author: [
    {
      name: "courses",
      at: ".shell-main .section-head, .shell-main .ui-state",
      title: msg`Your courses`,
      text: msg`Those that you changed last, with what can be done with each. All of them are in My Courses.`,
    },
    {
      name: "create",
      at: ".ui-page-header .ui-button[data-variant='primary']",
      title: msg`Create a Course`,
      text: msg`Choose a type and a title, and write your first lesson or upload a package. Learners see nothing before you publish it.`,
    },
    ...navigation(msg`My Courses has everything that you made. My Education is what you learn yourself.`),
    search,
    bell,
    help,
    account,
  ],
  Manager: [
    {
      name: "figures",
      at: ".overview-figures",
      title: msg`How it stands`,
      text: msg`Each number opens the list of what it counts.`,
    },
    {
      name: "team",
      at: "section[aria-labelledby='overview-team'] .section-head, #overview-team",
      title: msg`My team`,
      text: msg`The people whom you look after. Choose some of them to remind or enrol them.`,
    },
    ...navigation(msg`People, groups and participants are under Users, what they can learn is under Courses.`),
    staffSearch,
    bell,
    help,
    account,
  ],
  Admin: [
    {
      name: "figures",
      at: ".overview-figures",
      title: msg`How the portal stands`,
      text: msg`Each number opens the list of what it counts.`,
    },
    ...navigation(msg`People, roles and groups are under Users. How the portal looks and works is under Settings.`),
    staffSearch,
    bell,
    help,
    account,
  ],
  System: [
    {
      name: "portals",
      at: ".shell-main .ui-listing-main",
      title: msg`All portals`,
      text: msg`Every portal of this installation. Entering one is written into its audit log.`,
    },
    {
      name: "open",
      at: ".ui-page-header .ui-button[data-variant='primary']",
      title: msg`Open a portal`,
      text: msg`A new portal can take settings, looks and courses from one that exists.`,
    },
    ...navigation(msg`Your screens for all portals, and the Help Center.`),
    search,
    bell,
    help,
    account,
  ],
};
