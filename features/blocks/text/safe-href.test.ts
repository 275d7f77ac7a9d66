import { expect, test } from "vitest";
import { safeHref } from "./safe-href.ts";

const base = "https://a.test";

test("web, mail and own addresses may be followed", () => {
  expect(safeHref("https://who.int/x", base)).toBe("https://who.int/x");
  expect(safeHref("mailto:ana@a.test", base)).toBe("mailto:ana@a.test");
  expect(safeHref("/v/student/dashboard", base)).toBe("https://a.test/v/student/dashboard");
});

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://a.test/1",
  7,
  null,
])("%s is not an address to follow", (href) => expect(safeHref(href, base)).toBeNull());
