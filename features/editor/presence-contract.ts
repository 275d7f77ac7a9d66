import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { ofCourse, root } from "./contract.ts";
import { PageId } from "./shapes.ts";

const visit = z.string(words("Name the open editor.")).check(z.minLength(1), z.maxLength(64));

/** Somebody who has the editor of the course open. */
export const Fellow = z.object({
  userId: z.int(),
  /** Their name, or their e-mail address while they have none. */
  name: z.string(),
  /** The page that they have before them; null while they look at something else. */
  pageId: z.nullable(z.string()),
  /** Whether they were on the asker's page before the asker. */
  isFirst: z.boolean(),
});
export type Fellow = z.infer<typeof Fellow>;

export const sayPresent = endpoint({
  method: "POST",
  path: `${root}/presence`,
  summary:
    "Says that an editor is open and which page it shows, and tells who else works on the course. Said again every 15 seconds; after 45 seconds without it, the editor counts as closed.",
  params: ofCourse,
  body: z.object({ visit, pageId: z.nullable(PageId) }),
  response: z.object({
    /** Other people only, each once, by name. */
    others: z.array(Fellow),
    /** Another number whenever the outline or a page was saved since. */
    stand: z.int(),
  }),
});

export const sayAway = endpoint({
  method: "POST",
  path: `${root}/presence/away`,
  summary: "Says that an editor was closed.",
  params: ofCourse,
  body: z.object({ visit }),
  response: z.object({}),
});
