import type { PortalKey, TestApp } from "#app/test/app.ts";
import type { ArticleTerms } from "../writing-contract.ts";

/** What is sent to write an article of a portal's own: for everybody, in English. */
export const anArticleBody = (given: Partial<ArticleTerms> = {}): ArticleTerms => ({
  texts: { en: { title: "Borrow a helmet", html: "<p>Helmets hang beside gate two.</p>" }, de: null },
  roles: [],
  ...given,
});

/** A draft of an article of a portal's own. */
export const anArticle = (app: TestApp, key: PortalKey): Promise<{ id: number }> =>
  app.databases.inPeople(app.portal(key).id, "prepare a test", (db) =>
    db
      .insertInto("help_articles")
      .values({ portal_id: app.portal(key).id, texts: JSON.stringify(anArticleBody().texts), position: 1 })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
