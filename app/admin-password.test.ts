import { expect, test } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { adminPasswordProblems } from "./admin-password.ts";

const said = (password: string) =>
  adminPasswordProblems(loadConfig({ STOA_ADMIN_EMAIL: "Ada.Moss@learn.test", STOA_ADMIN_PASSWORD: password })).join("\n");

test("the first password obeys the rule of every other one, each breach one sentence", () => {
  expect(said("a")).toBe("STOA_ADMIN_PASSWORD must have at least 10 characters.");
  expect(said("quiet harbours ".repeat(20))).toBe("STOA_ADMIN_PASSWORD must have at most 200 characters.");
  expect(said("password2026")).toMatch(/^STOA_ADMIN_PASSWORD cannot be used\. This password is one of the first/);
  expect(said("ada.moss2026")).toMatch(/too close to your email/);
  expect(said("seven quiet harbours")).toBe("");
  expect(adminPasswordProblems(loadConfig({}))).toEqual([]);
});
