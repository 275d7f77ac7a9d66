import type { MessageDescriptor } from "@lingui/core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { screenAt } from "#app/screen-addresses.ts";
import { screens } from "#app/screens.ts";
import { helpScreens } from "#app/shell-screens.ts";
import { announcementHtml } from "#features/portal/server/service.ts";
import { readCatalogue } from "#platform/catalogue.ts";
import { languages } from "#platform/languages.ts";
import { textsOf } from "./article.ts";
import { articles, type ArticleName } from "./articles.ts";
import { builtInHtml } from "./built-in-html.ts";
import { builtInMark } from "./built-in-mark.ts";
import type { HelpRow } from "./contract.ts";
import { entriesOf, findArticles } from "./find-articles.ts";
import { articleAddress, helpCenter } from "./web/article-address.ts";

// The build resolves this macro; here it gives the same: a text written as a template, or one with a context.
vi.mock("@lingui/core/macro", async () => {
  const { generateMessageId: idOf } = await import("@lingui/message-utils/generateMessageId");
  return {
    msg: (text: readonly string[] | { readonly message: string; readonly context?: string }): MessageDescriptor => {
      const { message = "", context } = "message" in text ? text : { message: text[0] };
      return { id: idOf(message, context), message };
    },
  };
});

const names = Object.keys(articles) as ArticleName[];
const all = names.flatMap((name) => textsOf(articles[name]).map(({ id, message = "" }) => ({ name, id, message })));

describe("the articles", () => {
  test("cover every screen, and each is about one at least", () => {
    expect(screens.filter(({ help }) => !Object.hasOwn(articles, help)).map(({ name }) => name)).toEqual([]);
    expect(names.filter((name) => !screens.some(({ help }) => help === name))).toEqual([]);
  });

  test("are whole: a title, a summary, and parts that say something", () => {
    for (const name of names) {
      const { title, summary, parts } = articles[name];
      expect([name, Boolean(title.message && summary.message), parts.length > 0]).toEqual([name, true, true]);
      for (const { steps = [], text = [] } of parts) expect([name, steps.length + text.length > 0]).toEqual([name, true]);
    }
    expect(all.filter(({ message }) => message.trim() !== message || message === "")).toEqual([]);
  });

  test("are plain text: nothing in them is markup or a place for a value", () => {
    expect(all.filter(({ message }) => /[<>{}]|https?:/.test(message))).toEqual([]);
  });

  test.each(languages.slice(1))("are whole in %s too", async (language) => {
    const catalogue = await readCatalogue(language);
    const missing = all.filter(({ id, message }) => {
      const { translation = "" } = catalogue[id] ?? {};
      return translation.trim() === "" || (translation === message && message.includes(" "));
    });
    expect(missing).toEqual([]);
  });

  test("have titles of their own, so that a list can be read", () => {
    const titles = names.map((name) => articles[name].title.message);
    expect(titles).toEqual([...new Set(titles)]);
  });
});

test("links of the help lead to screens that exist, and to none that names a thing or is for signing in", () => {
  const linked = helpScreens(screens).filter(({ to }) => to !== undefined);
  for (const { to, article } of linked) {
    const screen = screenAt(`/v${to}`);
    expect([to, screen?.help, screen?.access === "public"]).toEqual([to, article, false]);
  }
  expect(linked.map(({ to }) => to)).toContain("/student/history");
  expect(screenAt(`/v${helpCenter}`)?.name).toBe("help");
  for (const name of names) expect(new URL(`http://a.test${articleAddress(name)}`).searchParams.get("article")).toBe(name);
});

describe("the search", () => {
  let german: Awaited<ReturnType<typeof readCatalogue>>;
  beforeAll(async () => {
    german = await readCatalogue("de");
  });
  const english = ({ message = "" }: MessageDescriptor) => message;
  const find = (rows: readonly HelpRow[], words: string, say = english) =>
    findArticles(entriesOf(names, rows, say), words).map(({ article }) => article);
  const inEnglish = (words: string) => find([], words);
  const inGerman = (words: string) => find([], words, ({ id }) => german[id]?.translation ?? "");

  test("finds words whatever their case and accents are, in the language of the reader", () => {
    expect(inEnglish("PASSKEY")).toEqual(inEnglish("passkey"));
    expect(inEnglish("passkey")).toContain("account");
    expect(inGerman("PRUFPROTOKOLL")).toContain("audit");
    expect(inGerman("prüfprotokoll")).toEqual(inGerman("Prufprotokoll"));
    expect(inEnglish("Prüfprotokoll")).toEqual([]);
  });

  test("wants every word, and shows first what has them in its title", () => {
    const found = inEnglish("groups");
    expect(found[0]).toBe("groups");
    expect(found.length).toBeGreaterThan(2);
    expect(inEnglish("groups condition").every((name) => found.includes(name))).toBe(true);
    expect(inEnglish("groups zebra")).toEqual([]);
  });

  test("finds all without words, in their order", () => {
    expect(inEnglish("  ")).toEqual(names);
  });

  test("finds what the portal says instead, and its own articles first; what it hides is not found", () => {
    const text = { title: "Hard hats", words: "Hang beside gate two. ".repeat(20), language: "en" };
    const rows = [
      { article: "history", isHidden: false, text },
      { article: "audit", isHidden: true, text: null },
      { article: "own-7", isHidden: false, text: { ...text, title: "Visitors" } },
    ];
    expect(find(rows, "GATE two")).toEqual(["own-7", "history"]);
    expect(find(rows, "hats")).toEqual(["history"]);
    const entries = entriesOf(names, rows, english);
    expect(entries.map(({ article }) => article)).toEqual(["own-7", ...names.filter((name) => name !== "audit")]);
    expect(entries[0]).toMatchObject({ group: null, title: "Visitors" });
    expect(entries[0]?.summary).toMatch(/^Hang beside .*…$/);
    expect(entries[0]?.summary.length).toBeLessThanOrEqual(161);
    expect(entries.find(({ article }) => article === "history")).toMatchObject({ title: "Hard hats", group: "everybody" });
  });
});

test("a built-in article has a mark that changes with its words, and is HTML to begin one's own words with", () => {
  const article = articles.history;
  const changed = { ...article, summary: { id: "another" } };
  expect(builtInMark(article)).toMatch(/^[0-9a-f]{8}$/);
  expect(builtInMark({ ...article })).toBe(builtInMark(article));
  expect(builtInMark(changed)).not.toBe(builtInMark(article));
  const html = builtInHtml({ ...article, summary: { id: "", message: "<b> & more" } }, ({ message = "" }) => message);
  expect(html).toContain("<p>&lt;b&gt; &amp; more</p>");
  expect(html).toContain("<h2>");
  expect(announcementHtml(html)).toBe(html);
});
