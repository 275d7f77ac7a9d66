import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

/** How the values of a custom field are compared, by the kind of the field. */
export const fieldWays = ["text", "number", "yes", "day", "moment", "option"] as const;

const Named = z.object({ id: z.int(), name: z.string() });
export const Choices = z.object({
  groups: z.array(Named),
  courses: z.array(Named),
  /** Those that the person asking sees in lists and filters. */
  fields: z.array(z.extend(Named, { way: z.enum(fieldWays), options: z.array(Named) })),
  /** Those who hold a role of manager now; null for whoever may not know whom managers look after. */
  managers: z.nullable(z.array(Named)),
  /** The codes of those that people can choose. */
  languages: z.array(z.string()),
});
export type Choices = z.infer<typeof Choices>;

export const listChoices = endpoint({
  method: "GET",
  path: "/rest/conditions/choices",
  summary:
    "What conditions can be about: the portal's groups, courses, the languages, the custom fields that the person asking sees, and for admins the managers.",
  response: Choices,
});
