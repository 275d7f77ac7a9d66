import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { showValuesAsWritten } from "./messages.ts";

const i18n = setupI18n({ locale: "en", messages: { en: { enrolled: ["You are enrolled in ", ["title"]], plain: "Enrol" } } });
showValuesAsWritten(i18n);

// What people wrote is shown as it is, in each way in which the macros call.
test.each([String.raw`C:\users\x41\u0041`, String.raw`half \ud800 "and" \u{41}`, String.raw`\u005c`, "{title}", "<0>x</0>", "$& $1"])(
  "%j stays what it is",
  (title) => {
    const shown = `You are enrolled in ${title}`;
    expect(i18n._("enrolled", { title })).toBe(shown);
    expect(i18n._({ id: "enrolled", values: { title } })).toBe(shown);
    expect(i18n.t({ id: "enrolled", values: { title } })).toBe(shown);
  },
);

test("a text without values, and values that are no texts", () => {
  expect(i18n._("plain")).toBe("Enrol");
  expect(i18n._({ id: "plain" })).toBe("Enrol");
  expect(i18n._("enrolled", { title: 3 })).toBe("You are enrolled in 3");
});
