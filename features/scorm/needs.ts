import * as z from "zod/mini";

/**
 * What a package needs of the place it plays in, found by its import and stored with it (scorm_packages.needs). A need that was not found is left out,
 * also of packages that were imported before somebody looked for it.
 */
export const Needs = z.object({
  /** Its frames steer one another (a link whose target is another frame, parent.main.location), which a sandboxed frame must not. */
  frames: z.optional(z.literal(true)),
  /** It keeps things in the browser: localStorage, sessionStorage, IndexedDB or cookies. */
  storage: z.optional(z.literal(true)),
  /** It leaves any frame that it finds itself in, so it plays in a window of its own. */
  window: z.optional(z.literal(true)),
  /** A part starts with a Flash movie, which no browser plays any more. */
  flash: z.optional(z.literal(true)),
  /** Other hosts that its pages and styles load from. */
  hosts: z.optional(z.array(z.string())),
});
export type Needs = z.infer<typeof Needs>;
