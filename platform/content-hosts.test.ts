import { describe, expect, test } from "vitest";
import { isContentHost, isContentOrigin, originOfLabel, type ContentHosts } from "./content-hosts.ts";

const label = "0123456789abcdef0123456789abcdef";
const many: ContentHosts = { contentOrigin: "https://content.example.net:8443", contentHosts: "per-course" };
const one: ContentHosts = { ...many, contentHosts: "one" };

describe("where uploaded content runs (security.md §3.2)", () => {
  test("a host for every course and person", () => {
    const origin = originOfLabel(many, label);
    expect(origin).toBe(`https://c-${label}.content.example.net:8443`);
    expect(isContentOrigin(many, origin)).toBe(true);
    for (const host of ["content.example.net", `c-${label}.content.example.net`, "x.content.example.net"])
      expect([host, isContentHost(many, host)]).toEqual([host, true]);
    for (const host of ["example.net", "xcontent.example.net", "content.example.net.evil.example"])
      expect([host, isContentHost(many, host)]).toEqual([host, false]);
  });

  test.for([
    "",
    "null",
    "https://content.example.net:8443",
    `http://c-${label}.content.example.net:8443`,
    `https://c-${label}.content.example.net`,
    `https://c-${label}.content.example.net:8443.evil.example`,
    `https://c-${label}.evil.example:8443`,
    `https://c-${label}0.content.example.net:8443`,
    `https://x.c-${label}.content.example.net:8443`,
    `https://C-${label}.content.example.net:8443`,
  ])("no origin of a course: %s", (origin) => expect(isContentOrigin(many, origin)).toBe(false));

  test("one host for all of it", () => {
    expect(originOfLabel(one, label)).toBe(one.contentOrigin);
    expect([isContentOrigin(one, one.contentOrigin), isContentOrigin(one, originOfLabel(many, label))]).toEqual([true, false]);
    expect([isContentHost(one, "content.example.net"), isContentHost(one, `c-${label}.content.example.net`)]).toEqual([true, false]);
  });
});
