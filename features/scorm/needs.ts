import * as z from "zod/mini";

/**
 * What a package needs of the place it plays in, found by its import and stored with it (scorm_packages.needs). A need that was not found is left out,
 * also of packages that were imported before somebody looked for it.
 */
export const Needs = z.object({
  /** Its frames steer one another (a link whose target is another frame, parent.main.location), which a sandboxed frame must not. */
  frames: z.optional(z.literal(true)),
});
export type Needs = z.infer<typeof Needs>;
