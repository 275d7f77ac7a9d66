import { expect, test } from "vitest";
import { newEmail } from "./contract.ts";

const isEmail = (text: string) => newEmail.safeParse(text).success;

test.each(["ana@a.test", "a@b.c.d", "müller@straße.de", "a@b..c", "a@.b.c"])("%s is an email", (email) =>
  expect(isEmail(email)).toBe(true),
);
test.each(["", "a@b", "a@.b", "a@b.", "a@@b.c", "a b@c.d", "a@b.c,d", "<a@b.c>", "a@b.c\nx", "a\u202e@b.c", "a@b.c\u200b", "\u00ada@b.c"])(
  "%j is none",
  (email) => expect(isEmail(email)).toBe(false),
);

// As long as a list may be. A pattern that goes back over it needs hours.
test("a long text that is no email is refused after one look at it", () => {
  for (const text of [`a@${".".repeat(1_000_000)}"`, `${"a".repeat(1_000_000)}@`, `a@${"b".repeat(1_000_000)}`])
    expect(isEmail(text)).toBe(false);
});
