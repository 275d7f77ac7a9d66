import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sayIn } from "#platform/catalogue.ts";
import { effectiveSettings, knownSettings } from "./server/effective-settings.ts";
import { readSetting } from "./setting-types.ts";
import { settingOn, settingText } from "./setting-values.ts";
import { portalSettings, type SettingKey } from "./settings.ts";

const features = join(import.meta.dirname, "..");
const sources = readdirSync(features, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|\/test\//.test(file),
);
/** The setting keys that the files of the server or the browser read. */
const keysReadIn = (folder: "server" | "web") =>
  new Set(
    sources
      // Each kind of widget is a folder of what the browser draws.
      .filter((file) => file.includes(`/${folder}/`) || (folder === "web" && file.includes("/widgets/")))
      .flatMap((file) =>
        [...readFileSync(join(features, file), "utf8").matchAll(/\bsetting(?:On|Text|Number|Choices|Lines)\([^"]*"(\w+)"/g)].map(
          ([, key]) => key,
        ),
      ),
  );

test("every setting is read by the ends that it names, and by no other", () => {
  const read = { server: keysReadIn("server"), browser: keysReadIn("web") };
  for (const [key, { readBy }] of Object.entries(portalSettings)) {
    expect([key, readBy.length]).not.toEqual([key, 0]);
    expect([key, (["server", "browser"] as const).filter((end) => read[end].has(key))]).toEqual([key, readBy]);
  }
});

test("what the browser reads reaches it, and everything has a sentence of help", () => {
  for (const [key, { readBy, knownTo, help, title }] of Object.entries(portalSettings)) {
    if ((readBy as readonly string[]).includes("browser")) expect([key, knownTo]).not.toEqual([key, "nobody"]);
    expect(help(sayIn("en"))).toMatch(/^[A-Z].*\.$/);
    expect(title(sayIn("en"))).toMatch(/^[A-Z].*[^.]$/);
  }
});

test("a setting is on as 'true' or '1' (specification §3), without one the fallback holds, and only web addresses are addresses", () => {
  const none = effectiveSettings({});
  expect(none).toEqual({
    preventSelfRegistration: "false",
    registrationMode: "off",
    factorForAdmins: "false",
    factorForManagers: "false",
    factorForAuthors: "false",
    factorForEveryone: "false",
    factorGraceDays: "14",
    passwordMinLength: "10",
    signInByLink: "false",
    wrongPortal: "chooser",
    passwordHistory: "0",
    passwordMaxDays: "0",
    trustedBrowserDays: "30",
    termsUrl: "",
    publishOnlyApproved: "false",
    showStudentWidgets: "true",
    showAnnouncementAtStart: "false",
    languages: "en,de",
    language: "en",
    dateFormat: "language",
    weekStart: "language",
    currency: "EUR",
  });
  for (const [value, on] of [
    ["true", true],
    ["1", true],
    ["TRUE", false],
    ["yes", false],
    ["0", false],
    ["", false],
  ] as const) {
    const values = effectiveSettings({ showStudentWidgets: value, preventSelfRegistration: value });
    expect([value, settingOn(values, "showStudentWidgets"), settingOn(values, "preventSelfRegistration")]).toEqual([value, on, on]);
  }
  for (const [url, kept] of [
    ["https://a.test/", "https://a.test/"],
    ["HTTP://a.test", "HTTP://a.test"],
    ["javascript:alert(1)", ""],
    ["//a.test", ""],
    [7, ""],
  ] as const)
    expect(settingText(effectiveSettings({ termsUrl: url }), "termsUrl")).toBe(kept);
});

test("each type takes what it can hold, in one form, and says of the rest why not", () => {
  const plain = { fallback: "", knownTo: "nobody", readBy: ["server"], section: "portal", title: () => "", help: () => "" } as const;
  const codeOf = (read: ReturnType<typeof readSetting>) => ("problem" in read ? read.problem.code : `= ${read.value}`);
  const days = { ...plain, type: "number", min: 1, max: 30 } as const;
  const choice = { ...plain, type: "choice", choices: { off: () => "Off", open: () => "Open" } } as const;
  const several = { ...plain, type: "choices", choices: { cold: () => "Cold", hot: () => "Hot" } } as const;
  const domains = { ...plain, type: "lines", line: /^[a-z]+\.[a-z]+$/ } as const;
  for (const [setting, text, answer] of [
    [days, " 07 ", "= 7"],
    [days, "0", "not_in_range"],
    [days, "31", "not_in_range"],
    [days, "1.5", "not_in_range"],
    [days, "", "not_in_range"],
    [choice, "open", "= open"],
    [choice, "Open", "no_such_choice"],
    [choice, "toString", "no_such_choice"],
    [several, " hot, cold ", "= cold,hot"],
    [several, "cold,cold", "= cold"],
    [several, "", "none_chosen"],
    [several, "cold,lukewarm", "no_such_choice"],
    [domains, " a.test \r\n\n b.test", "= a.test\nb.test"],
    [domains, "a.test\nb test", "wrong_line"],
    [domains, "", "= "],
    [{ ...plain, type: "flag" }, "1", "= true"],
    [{ ...plain, type: "flag" }, "on", "not_a_flag"],
    [{ ...plain, type: "url" }, "https://", "not_an_address"],
    [{ ...plain, type: "text" }, "x".repeat(4001), "too_long"],
  ] as const)
    expect([text, codeOf(readSetting(setting, text))]).toEqual([text, answer]);
});

test("who is not signed in knows less, and nobody a key that is not in the registry", () => {
  const values = effectiveSettings({ termsUrl: "https://a.test/", smtpPassword: "hunter2" });
  expect(knownSettings(values, "everyone")).toEqual({
    passwordMinLength: "10",
    signInByLink: "false",
    preventSelfRegistration: "false",
    registrationMode: "off",
    languages: "en,de",
    termsUrl: "https://a.test/",
  });
  expect(Object.keys(knownSettings(values, "members"))).toEqual(
    Object.keys(portalSettings).filter((key) => portalSettings[key as SettingKey].knownTo !== "nobody"),
  );
});
