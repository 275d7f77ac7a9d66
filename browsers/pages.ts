// Ways of a person on the product's pages that several journeys go.
import { password, student } from "../e2e/support/stoa.ts";
import { until, type FramePath, type Target, type Window } from "./window.ts";

/** Signs in on the login page. */
export async function signInOnPage(window: Window): Promise<void> {
  await window.type({ role: "field", name: "Email" }, student);
  await window.type({ role: "field", name: "Password" }, password);
  await window.press({ role: "button", name: "Sign in" });
}

const textOf = (window: Window, frames: FramePath = []) => window.run(() => document.body.innerText, frames);

/** Waits until a text stands on the page, or in a frame of it. */
export const reads = (window: Window, text: string | RegExp, frames: FramePath = []) =>
  until(String(text), async () => {
    const all = await textOf(window, frames);
    return typeof text === "string" ? all.includes(text) : text.test(all);
  });

/** Waits until the main heading says this. */
export const headed = (window: Window, text: string | RegExp) =>
  until(`the heading ${String(text)}`, async () => {
    const all = await window.run(() => [...document.querySelectorAll("h1")].map((one) => one.innerText.trim()));
    return all.some((one) => (typeof text === "string" ? one === text : text.test(one)));
  });

/** Waits until the text of a row of a table matches. */
export const rowSays = (window: Window, name: RegExp, ...texts: readonly RegExp[]) =>
  until(`a row with ${String(name)}`, async () => {
    const rows = await window.run(() => [...document.querySelectorAll("tr")].map((row) => row.innerText));
    return rows.some((row) => name.test(row) && texts.every((text) => text.test(row)));
  });

/** Enrols on a course's own page and starts it. */
export async function enrolAndStart(window: Window, title: string): Promise<void> {
  await headed(window, title);
  await window.press({ role: "button", name: `Enrol in ${title}` });
  await reads(window, `You are enrolled in ${title}`);
  await window.press({ role: "link", name: `Start ${title}` });
}

/** Scrolls to the end of a lesson, as reading it does, until it counts as complete. */
export const readToTheEnd = (window: Window) =>
  until("a complete lesson", async () => {
    await window.run(() => document.querySelector(".lesson-end")?.scrollIntoView({ block: "center" }));
    return (await textOf(window)).includes("This lesson is complete.");
  });

export const choose = (window: Window, ...names: readonly string[]) =>
  names.reduce((before, name) => before.then(() => window.press({ role: "choice", name } satisfies Target)), Promise.resolve());
