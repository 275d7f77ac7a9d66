import * as z from "zod/mini";
import { Ways, type AboutPage } from "./contract.ts";

const Html = z.nullable(z.string());

/** What a public page of a portal says: HTML by language, null where the portal has none, and the ways to reach it on the page that names them. */
export const PageContent = z.object({ texts: z.object({ en: Html, de: Html }), ways: z.nullable(Ways) });
export type PageContent = z.infer<typeof PageContent>;

/** What each page has besides its text. */
export const pageParts = {
  contact: { hasWays: true },
  copyright: { hasWays: false },
  privacy: { hasWays: false },
} as const satisfies Record<AboutPage, { readonly hasWays: boolean }>;
