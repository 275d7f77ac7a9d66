import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { effectiveSettings, knownSettings } from "./server/effective-settings.ts";
import { settingOn, settingText } from "./setting-values.ts";
import { portalSettings } from "./settings.ts";

const features = join(import.meta.dirname, "..");
const sources = readdirSync(features, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|\/test\//.test(file),
);
/** The setting keys that the files of the server or the browser read. */
const keysReadIn = (folder: "server" | "web") =>
  new Set(
    sources
      .filter((file) => file.includes(`/${folder}/`))
      .flatMap((file) =>
        [...readFileSync(join(features, file), "utf8").matchAll(/\bsetting(?:On|Text)\([^"]*"(\w+)"/g)].map(([, key]) => key),
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
  for (const [key, { readBy, knownTo, help }] of Object.entries(portalSettings)) {
    if ((readBy as readonly string[]).includes("browser")) expect([key, knownTo]).not.toEqual([key, "nobody"]);
    expect(help).toMatch(/^[A-Z].*\.$/);
  }
});

test("a setting is on as 'true' or '1' (specification §3), without one the fallback holds, and only web addresses are addresses", () => {
  const none = effectiveSettings({});
  expect(none).toEqual({ preventSelfRegistration: "false", termsUrl: "", showStudentWidgets: "true", showAnnouncementAtStart: "false" });
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

test("who is not signed in knows less, and nobody a key that is not in the registry", () => {
  const values = effectiveSettings({ termsUrl: "https://a.test/", smtpPassword: "hunter2" });
  expect(knownSettings(values, "everyone")).toEqual({ preventSelfRegistration: "false", termsUrl: "https://a.test/" });
  expect(Object.keys(knownSettings(values, "members"))).toEqual(Object.keys(portalSettings));
});
