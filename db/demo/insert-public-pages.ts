import type { AboutPage, PageContent } from "#features/portal/about-contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";

/** What a portal of the demo says on a public page; of several versions, one after the other. */
export interface DemoPage {
  readonly page: AboutPage;
  readonly en?: string;
  readonly de?: string;
  /** Days before now on which it was published. */
  readonly age: number;
}

/** Inserts what a portal has published of its public pages, and its contact details as the first version of Contact. */
export async function insertPublicPages(
  db: Db,
  { portalId, madeBy, now }: { readonly portalId: number; readonly madeBy: number; readonly now: Date },
  contact: Readonly<Record<string, string>>,
  pages: readonly DemoPage[],
) {
  const { email = "", phone = "", address = "" } = contact;
  const first = { page: "contact", age: 700, content: { texts: { en: null, de: null }, ways: { email, phone, address } } as PageContent };
  const written = pages.map(({ page, en = null, de = null, age }) => ({ page, age, content: { texts: { en, de }, ways: null } }));
  const numbers = new Map<string, number>();
  await insertRows(
    db,
    "portal_page_versions",
    {
      portal_id: "bigint",
      page: "text",
      number: "integer",
      content: "jsonb",
      published_at: "timestamptz",
      published_by: "bigint",
    },
    [first, ...written].map(({ page, age, content }) => {
      numbers.set(page, (numbers.get(page) ?? 0) + 1);
      return {
        portal_id: portalId,
        page,
        number: numbers.get(page),
        content,
        published_at: new Date(now.getTime() - age * 86_400_000),
        published_by: madeBy,
      };
    }),
  );
}
