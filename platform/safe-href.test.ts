import { expect, test } from "vitest";
import { linkAddress } from "./link-address.ts";
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

test.each([
  ["https://who.int/x", "https://who.int/x"],
  [" https://who.int/x ", "https://who.int/x"],
  ["mailto:ana@a.test?subject=Shift", "mailto:ana@a.test?subject=Shift"],
  ["/v/course/catalog/categories?q=fire#top", "/v/course/catalog/categories?q=fire#top"],
  // Another host, said as one.
  ["//who.int/x", "https://who.int/x"],
  ["/\\who.int/x", "https://who.int/x"],
])("%s leads people to %s", (typed, address) => expect(linkAddress(typed)).toBe(address));

test.each([
  "http://who.int",
  "who.int",
  "v/student/dashboard",
  "",
  "?q=1",
  "mailto:",
  "mailto:?subject=x",
  "tel:112",
  "ftp://a.test",
  "file:///etc/passwd",
  "javascript:alert(1)",
  " java\nscript:alert(1)",
  "data:text/html,x",
  "https://ana:secret@a.test/",
  "https://a.test@evil.test/",
  "https://nowhere.invalid/x",
  // A host after all, once the dots are resolved, or the part before it is a router's own.
  "/..//evil.test",
  "/%2e%2e//evil.test/x",
  "/.//ana:secret@evil.test",
  "/v//evil.test",
  "https://",
])("%s is no address for a link that others follow (security.md row 41)", (typed) => expect(linkAddress(typed)).toBeNull());
