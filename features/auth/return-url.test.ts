import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seed } from "#platform/test/seed.ts";
import { safeReturnUrl } from "./return-url.ts";

const origin = "https://portal.example";

describe("safeReturnUrl keeps the portal's own pages (security.md §3.1)", () => {
  it.each([
    ["/v/student/dashboard", "/v/student/dashboard"],
    ["/v/", "/v/"],
    ["/V/Student/Dashboard/", "/V/Student/Dashboard/"],
    ["/v/course/catalog/search?q=fire%20safety&page=2", "/v/course/catalog/search?q=fire%20safety&page=2"],
    ["/v/course/catalog/search?q=fire safety", "/v/course/catalog/search?q=fire%20safety"],
    ["/v/course/details/online/7/reviews#top", "/v/course/details/online/7/reviews#top"],
    ["/v/course/catalog/search?q=a@b.example", "/v/course/catalog/search?q=a@b.example"],
    ["/v/course/catalog/search?q=https%3A%2F%2Fe.example", "/v/course/catalog/search?q=https%3A%2F%2Fe.example"],
    ["/v/auth/passwordChange", "/v/auth/passwordChange"],
    ["/v/a/../student/history", "/v/student/history"],
    ["/About/Privacy.aspx", "/About/Privacy.aspx"],
    ["/premiumservices/portal/admin/settings.aspx", "/premiumservices/portal/admin/settings.aspx"],
    ["/reports/wizard?reportType=Run a Report", "/reports/wizard?reportType=Run%20a%20Report"],
    ["/dashboard/dashboard?retakeTour=true", "/dashboard/dashboard?retakeTour=true"],
    ["/v/p%C3%A4dagogik", "/v/p%C3%A4dagogik"],
  ])("%s", (value, expected) => expect(safeReturnUrl(value, origin)).toBe(expected));
});

describe("safeReturnUrl refuses everything else", () => {
  it.each([
    "//e.example",
    "/\\e.example",
    "\\/\\/e.example",
    "\\\\e.example",
    "/%2f/e.example",
    "/%2fe.example",
    "%2f%2fe.example",
    "/%5ce.example",
    "/%09/e.example",
    "/\t/e.example",
    "https:e.example",
    "https:/e.example",
    "https://e.example/v/",
    "https://portal.example/v/",
    "https://portal.example@e.example/v/",
    "//portal.example@e.example/v/",
    "@e.example",
    ".e.example",
    ":8080/v/",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "JaVaScRiPt:/v/",
    "data:text/html,/v/",
    "blob:https://portal.example/v/",
    "/v/..//e.example",
    "/v/../..//e.example",
    "/v/%2e%2e//e.example",
    "/v/%2e%2e/%2fe.example",
    "/v/..%2f/e.example",
    "/v/%2e%2e%2f%2fe.example",
    "/v/../rest/environment",
    "/v/%2e%2e/rest/environment",
    "/v/\\e.example",
    "/v/%5c..%5ce.example",
    "/v/x\r\nSet-Cookie: a=b",
    "/v/x%0d%0aSet-Cookie:%20a=b",
    "/v/x%00",
    "/v/x\u0000",
    "/v/auth/login",
    "/V/AUTH/Login/",
    "/v/auth/login?ReturnUrl=/v/auth/login",
    "/v/auth/login?ReturnUrl=%2F%2Fe.example",
    "/v/%61uth/login",
    "/v/auth%2flogin",
    "/v/x/../auth/login",
    "/v//auth/login",
    "/v/./auth/login#a",
    "/v/auth/forgot",
    "/v/setup",
    "/v",
    "/vault",
    "/rest/auth/logout",
    "/onlinetraining/auth/logout",
    "/api/openapi.json",
    "/About/Privacy.aspx.evil",
    "//About/Privacy.aspx",
    "/",
    "v/student/dashboard",
    " /v/student/dashboard",
    "\u00a0/v/",
    "?x=/v/",
    "#/v/",
    "/v/%",
    "/v/%zz",
    "/v/%ff",
    `/v/${"a".repeat(2000)}`,
    "",
  ])("%j", (value) => expect(safeReturnUrl(value, origin)).toBeNull());

  it("null and undefined", () => {
    expect(safeReturnUrl(null, origin)).toBeNull();
    expect(safeReturnUrl(undefined, origin)).toBeNull();
  });

  it("whatever is typed, the answer stays on the portal", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "v",
      "/v/",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "%",
      "@",
      ":",
      "e.example",
      "https:",
      "javascript:",
      "auth/login",
      "?",
      "#",
      "\t",
      "\n",
      " ",
      "//",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const safe = safeReturnUrl(pieces.join(""), origin);
        if (safe === null) return;
        const url = new URL(safe, origin);
        expect(url.origin).toBe(origin);
        expect(safe).toMatch(/^\/v\//i);
        expect(url.pathname.toLowerCase().replace(/\/+/g, "/")).not.toMatch(/^\/v\/auth\/login/);
        expect(safeReturnUrl(safe, origin)).toBe(safe);
      }),
      { numRuns: 5000, ...seed },
    );
  });
});
