import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

/** The public pages about a portal, in the order of the footer. */
export const aboutPages = ["contact", "copyright", "privacy"] as const;
export type AboutPage = (typeof aboutPages)[number];
/** The pages for everybody on which a portal has words of its own: those, and what the sign-in page says besides its form (ENV-7). */
export const publicPages = [...aboutPages, "login"] as const;
export type PublicPage = (typeof publicPages)[number];

/** How people reach those who run a portal; empty where it is not given. */
export const Ways = z.object({ email: z.string(), phone: z.string(), address: z.string() });
export type Ways = z.infer<typeof Ways>;

export const about = endpoint({
  method: "GET",
  path: "/rest/environment/about",
  summary: "The public pages Contact, Copyright and Privacy in the language of whoever asks.",
  response: z.record(
    z.enum(aboutPages),
    z.object({
      /** Sanitised: the portal's own text, else the product's. */
      html: z.string(),
      /** Of the text, which can be another than was asked for. */
      language: z.string(),
      /** How the portal is reached, on the page that says so. */
      ways: z.nullable(Ways),
    }),
  ),
});

const Html = z.nullable(z.string());

/** What a public page of a portal says: HTML by language, null where the portal has none, and the ways to reach it on the page that names them. */
export const PageContent = z.object({ texts: z.object({ en: Html, de: Html }), ways: z.nullable(Ways) });
export type PageContent = z.infer<typeof PageContent>;

/** What each page has besides its text. */
export const pageParts = {
  contact: { hasWays: true },
  copyright: { hasWays: false },
  privacy: { hasWays: false },
  login: { hasWays: false },
} as const satisfies Record<PublicPage, { readonly hasWays: boolean }>;
