import { pick } from "./actions.ts";
import type { Page } from "playwright-core";

/** The first button of these words. */
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
/** The dialog that is open. */
export const dialogOf = (page: Page) => page.locator("[role=dialog], [role=alertdialog]").first();

interface Overlay {
  /** The state of e2e/support/screens.ts that it opens over. */
  readonly state: string;
  readonly name: string;
  /** Only on a phone. */
  readonly narrow?: true;
  /** Made of pieces that other overlays show in the colours of every portal: looked at in the first portal only. */
  readonly once?: true;
  readonly open: (page: Page) => Promise<unknown>;
  readonly shows: (page: Page) => Promise<unknown>;
}

/** A dialog that opens over Find Users when somebody is chosen there and an action of the menu is pressed. */
export const reaching = (name: string): Overlay => ({
  state: "find-users",
  name,
  once: true,
  open: async (page) => {
    // A dialog before this one was given up: whoever was chosen for it still is.
    const box = page.getByRole("row").nth(1).getByRole("checkbox");
    if (!(await box.isChecked())) await box.check();
    await button(page, "More actions").click();
    await page.getByRole("menuitem", { name }).click();
  },
  shows: (page) => page.getByRole("dialog", { name }).getByRole("button", { name: "See what changes" }).waitFor(),
});

/** What opens over screens: where, in which window, how to open it, and what then shows. */
export const overlays: readonly Overlay[] = [
  {
    state: "dashboard",
    name: "arranging",
    open: (page) => button(page, "Arrange widgets").click(),
    shows: (page) => page.locator(".dash-arrange").first().waitFor(),
  },
  {
    state: "dashboard",
    name: "account menu",
    open: (page) => button(page, /^Account/).click(),
    shows: (page) => page.getByRole("menu").waitFor(),
  },
  {
    state: "dashboard",
    name: "announcement",
    open: (page) => button(page, /^Announcement/).click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "dashboard",
    name: "help",
    open: (page) => button(page, "Help").click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "dashboard",
    name: "quick search",
    open: async (page) => {
      await button(page, "Quick search").click();
      await dialogOf(page).getByRole("textbox").fill("c");
    },
    shows: (page) => dialogOf(page).getByRole("group", { name: "Courses" }).waitFor(),
  },
  {
    state: "dashboard",
    name: "navigation",
    narrow: true,
    open: (page) => button(page, "Menu").click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "catalog",
    name: "filters",
    narrow: true,
    open: (page) => button(page, "Filter and sort").click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "catalog",
    name: "sort list",
    open: (page) => button(page, /Sort by/).click(),
    shows: (page) => page.getByRole("listbox").waitFor(),
  },
  {
    state: "history",
    name: "results list",
    open: (page) => button(page, /Result/).click(),
    shows: (page) => page.getByRole("listbox").waitFor(),
  },
  {
    state: "history",
    name: "filters of a list",
    narrow: true,
    open: (page) => button(page, /^Filters/).click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "viewer-text",
    name: "shortcuts",
    open: (page) => button(page, "Keyboard shortcuts").click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "viewer-text",
    name: "reading settings",
    open: (page) => button(page, "Reading settings").click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "viewer-text",
    name: "outline",
    narrow: true,
    open: (page) => button(page, "Course outline").click(),
    shows: (page) => dialogOf(page).waitFor(),
  },
  {
    state: "find-users",
    name: "conditions",
    open: async (page) => {
      await page.getByRole("button", { name: "Conditions" }).click();
      await page.getByRole("dialog", { name: "Conditions" }).getByRole("button", { name: "Add condition", exact: true }).click();
    },
    shows: (page) => page.getByRole("dialog", { name: "Conditions" }).getByLabel("Text").waitFor(),
  },
  {
    state: "find-users",
    name: "conditions in one another",
    once: true,
    open: async (page) => {
      await page.getByRole("button", { name: "Conditions" }).click();
      await page.getByRole("dialog", { name: "Conditions" }).getByRole("button", { name: "Add conditions in one another" }).click();
    },
    shows: (page) => page.getByRole("group", { name: "Conditions in one another" }).getByLabel("Text").waitFor(),
  },
  {
    state: "find-users",
    name: "adding a person",
    once: true,
    open: (page) => button(page, "Add a person").click(),
    shows: (page) => dialogOf(page).getByRole("textbox").first().waitFor(),
  },
  {
    state: "find-users",
    name: "columns",
    once: true,
    open: (page) => button(page, "Columns").click(),
    shows: (page) => dialogOf(page).getByRole("checkbox").first().waitFor({ state: "attached" }),
  },
  reaching("Send a message"),
  reaching("Send password links"),
  {
    state: "user-details",
    name: "seeing the portal as a person",
    once: true,
    open: (page) => button(page, "See the portal as this person").click(),
    shows: (page) => dialogOf(page).getByRole("textbox").waitFor(),
  },
  {
    state: "user-details-enrolments",
    name: "adding an attempt",
    once: true,
    open: async (page) => {
      await button(page, /^Change the enrolment/).click();
      await dialogOf(page).locator("label").filter({ hasText: "Add an attempt" }).click();
    },
    shows: (page) => dialogOf(page).getByLabel("Score in percent").waitFor(),
  },
  {
    state: "roles",
    name: "seeing the portal as a role",
    once: true,
    open: (page) => button(page, "See the portal as Manager").click(),
    shows: (page) => page.getByRole("dialog", { name: "See the portal as Manager" }).waitFor(),
  },
  {
    state: "roles",
    name: "a copy of a role",
    once: true,
    open: (page) => button(page, "Copy Manager").click(),
    shows: (page) => dialogOf(page).getByRole("checkbox").first().waitFor({ state: "attached" }),
  },
  {
    state: "managers",
    name: "giving a role",
    once: true,
    open: (page) => button(page, "Give this role").click(),
    shows: (page) => page.getByRole("dialog", { name: "Give the role Manager" }).getByRole("searchbox").waitFor(),
  },
  {
    state: "managers",
    name: "a manager of direct reports",
    once: true,
    open: (page) => button(page, "Change the role of Chloé Dubois").click(),
    shows: (page) => dialogOf(page).getByText("At this moment that is 6 people").waitFor(),
  },
  {
    state: "groups",
    name: "a new group",
    once: true,
    open: (page) => button(page, "Create a group").click(),
    shows: (page) => dialogOf(page).getByRole("textbox").first().waitFor(),
  },
  {
    state: "group",
    name: "changing who is in it",
    once: true,
    open: (page) => button(page, "Add or remove people").click(),
    shows: (page) => page.getByRole("dialog", { name: /^Change who is in/ }).waitFor(),
  },
  {
    state: "custom-user-fields",
    name: "a new field",
    once: true,
    open: (page) => button(page, "Add a field").click(),
    shows: (page) => dialogOf(page).getByRole("textbox").first().waitFor(),
  },
  {
    state: "announcements",
    name: "a new announcement",
    open: async (page) => {
      await page.getByRole("button", { name: "Write an announcement" }).first().click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Text" }).fill("Shown below.");
    },
    shows: (page) => page.getByRole("dialog").getByText("Preview").waitFor(),
  },
  {
    state: "categories",
    name: "what one can do with a category",
    once: true,
    open: (page) => page.getByRole("button", { name: "Actions for Skills" }).click(),
    shows: (page) => page.getByRole("menuitem", { name: "Merge into another one" }).waitFor(),
  },
  {
    state: "categories",
    name: "merging a category",
    once: true,
    open: async (page) => {
      await page.getByRole("button", { name: "Actions for Skills" }).click();
      await page.getByRole("menuitem", { name: "Merge into another one" }).click();
      const dialog = page.getByRole("dialog", { name: "Merge Skills into another category" });
      await pick(dialog.getByRole("combobox", { name: "Into" }), "Starting", "Starting here");
    },
    shows: (page) => page.getByRole("dialog").getByText("Links to it lead to").waitFor(),
  },
  {
    state: "manage-widgets",
    name: "a new layout",
    open: (page) => page.getByRole("button", { name: "Add a layout" }).click(),
    shows: (page) => page.getByRole("dialog").getByRole("button", { name: "Lock Announcement" }).waitFor(),
  },
  {
    state: "manage-widgets",
    name: "a preview",
    open: (page) => page.getByRole("button", { name: "Preview the layout for everybody else" }).click(),
    shows: (page) => page.locator('.widget-preview [data-widget="due"]').waitFor(),
  },
  {
    state: "catalogues",
    name: "a new catalog",
    open: (page) => page.getByRole("button", { name: "Add a catalog" }).first().click(),
    shows: (page) => page.getByRole("dialog").getByRole("checkbox").first().waitFor(),
  },
  {
    state: "catalog-search",
    name: "words that mean the same",
    open: (page) => page.getByRole("button", { name: "Change the words" }).click(),
    shows: (page) => page.getByRole("dialog").getByRole("textbox").waitFor(),
  },
  {
    state: "quick-links",
    name: "a new quick link",
    open: (page) => page.getByRole("button", { name: "Add a quick link" }).first().click(),
    shows: (page) => page.getByRole("dialog").getByRole("textbox", { name: "Address" }).waitFor(),
  },
  {
    state: "quick-links",
    name: "a new signed link",
    open: async (page) => {
      await page.getByRole("button", { name: "Add a quick link" }).first().click();
      await page.getByRole("dialog").getByText("Signed link", { exact: true }).click();
    },
    shows: (page) => page.getByRole("dialog").getByText("{externalId}", { exact: true }).waitFor(),
  },
  ...([false, true] as const).map((narrow): Overlay => ({
    state: "course-editor-online",
    name: "publishing a change that asks who moves",
    once: true,
    ...(narrow && { narrow }),
    open: async (page) => {
      if (narrow) await page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name: "Outline" }).click();
      const title = page.locator(".canvas-title");
      const before = await title.inputValue();
      await button(page, "Add page").click();
      // It is there, and the server has it. Not by soon, which only works in a test: screenshots open this too.
      await page.waitForFunction((was) => document.querySelector<HTMLInputElement>(".canvas-title")?.value !== was, before);
      await page.locator(".saved-state[data-state=saved]").waitFor();
      await button(page, "Publish").click();
    },
    shows: (page) => page.getByRole("dialog").getByRole("radio").first().waitFor(),
  })),
  {
    state: "invitations",
    name: "a long list looked through",
    once: true,
    open: async (page) => {
      await button(page, "Invite people").click();
      const lines = ["Name,Email", ...Array.from({ length: 60 }, (_, nth) => `Person ${nth},person${nth}@many.example`), "Nobody,"];
      const file = { name: "partners.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
      await dialogOf(page).getByLabel("Or a CSV or text file").setInputFiles(file);
      await dialogOf(page).getByText("60 emails").waitFor();
      await dialogOf(page).getByRole("button", { name: "See who is invited" }).click();
    },
    shows: (page) => page.getByRole("dialog", { name: "Who is invited" }).getByText("60 new people are invited").waitFor(),
  },
  {
    state: "account",
    name: "time zones",
    open: (page) => page.getByRole("combobox").first().press("ArrowDown"),
    shows: (page) => page.getByRole("listbox").waitFor(),
  },
];
