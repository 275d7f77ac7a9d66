import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

// What somebody learns who has signed in to a portal to which they do not belong (ENV-12). A sign-in under way is their key: there is no session.

export const showElsewhere = endpoint({
  method: "GET",
  path: "/rest/auth/elsewhere",
  summary:
    "The portals of somebody whose sign-in under way is of a portal that is not theirs, and whether it lets them go there from here.",
  response: z.object({
    email: z.string(),
    /** Whether all is proven that their account asks for: without it no portal is named. */
    isNamed: z.boolean(),
    /** Whether one gets there from here; otherwise the portals are only named. */
    isChooser: z.boolean(),
    portals: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        role: z.enum(["Student", "Author", "Manager", "Admin", "System"]),
        overdue: z.int(),
        logo: z.nullable(z.string()),
        tile: z.object({ background: z.string(), text: z.string() }),
      }),
    ),
  }),
});
export type Elsewhere = z.infer<(typeof showElsewhere)["response"]>;

export const goElsewhere = endpoint({
  method: "POST",
  path: "/rest/auth/elsewhere",
  summary:
    "Makes a single-use token (60 s) that carries somebody to one of their portals who has signed in to another one. Ends that sign-in.",
  body: z.object({ portalId: z.int(words("Choose a portal.")) }),
  response: z.object({ action: z.string(), token: z.string() }),
});

/** The logo of a portal in that list. */
export const elsewhereLogoPath = (portalId: number | ":portalId", file: string) => `/rest/auth/elsewhere/${portalId}/logo/${file}` as const;
