import { untitled } from "#features/courses/policy.ts";

/** How large a course may be. A page counts in bytes of its JSON text. */
export const most = {
  chapters: 300,
  pages: 1000,
  blocks: 200,
  title: 200,
  pageBytes: 1024 * 1024,
  depth: 60,
  rules: 30,
  ruleDepth: 5,
} as const;

export const editorChecks = ["title", "pages"] as const;
export type EditorCheck = (typeof editorChecks)[number];

/** What a course needs before it can be published, as far as its outline tells; the rest is named when publishing is asked for. */
export const checksOf = (course: { title: string; pageCount: number }): { code: EditorCheck; met: boolean }[] => [
  { code: "title", met: course.title.trim() !== "" && course.title !== untitled },
  { code: "pages", met: course.pageCount > 0 },
];
