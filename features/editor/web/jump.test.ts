import { expect, test } from "vitest";
import { jumpOf } from "./jump.ts";

test("each finding before publishing leads to where it is mended", () => {
  const of = (code: string, pageId: string | null = null, blockId: string | null = null) => jumpOf({ code, pageId, blockId });
  expect(of("title")).toEqual({ tab: "settings" });
  for (const code of ["circle", "group_circle"]) expect([code, of(code)]).toEqual([code, { tab: "settings" }]);
  expect(of("translation_behind")).toEqual({ tab: "translations" });
  expect(of("no_pages")).toEqual({ tab: "content", show: "outline" });
  expect(of("page_missing", "gone")).toEqual({ tab: "content", show: "outline" });
  expect(of("page_unreachable", "p1", "b1")).toEqual({ tab: "content", page: "p1", block: "b1" });
  expect(of("rule_page_unreachable", "p1")).toEqual({ tab: "content", page: "p1", block: "" });
  for (const code of ["pages_unreachable", "rule_page_missing", "packages_missing", "no_conditions", "too_many_conditions", "time_alone"])
    expect([code, of(code)]).toEqual([code, { tab: "content", show: "rule" }]);
  for (const code of ["quiz_missing", "score_unreachable"])
    expect([code, of(code, null, "quiz")]).toEqual([code, { tab: "content", show: "rule" }]);
  expect(jumpOf({ code: "no_pages", pageId: null, blockId: null }, "scorm")).toEqual({ tab: "content" });
  expect(jumpOf({ code: "title", pageId: null, blockId: null }, "scorm")).toEqual({ tab: "settings" });
});
