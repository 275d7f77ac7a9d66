import { expect, test } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { adminPasswordProblems } from "./admin-password.ts";

const said = async (password: string) =>
  (await adminPasswordProblems(loadConfig({ STOA_ADMIN_EMAIL: "Ada.Moss@learn.test", STOA_ADMIN_PASSWORD: password }))).join("\n");

test("the first password obeys the rule of every other one, each breach one sentence", async () => {
  expect(await said("a")).toBe("STOA_ADMIN_PASSWORD cannot be used. Use at least 10 characters.");
  expect(await said("quiet harbours ".repeat(20))).toBe("STOA_ADMIN_PASSWORD cannot be used. Use at most 200 characters.");
  expect(await said("password2026")).toMatch(/^STOA_ADMIN_PASSWORD cannot be used\. This password is one of the first/);
  expect(await said("ada.moss2026")).toMatch(/too close to your email/);
  expect(await said("seven quiet harbours")).toBe("");
  expect(await adminPasswordProblems(loadConfig({}))).toEqual([]);
});
