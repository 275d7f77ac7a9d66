import { opens } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import type { ArticleName } from "../articles.ts";
import { helpScreens } from "../help-screens.ts";

/** The articles about screens that the person signed in may open, each with the address of the first of them that needs no more than its path. */
export function useMyArticles(): ReadonlyMap<ArticleName, string | undefined> {
  const user = useSignedIn()?.User;
  const mine = new Map<ArticleName, string | undefined>();
  for (const screen of helpScreens) if (user && opens(screen, user)) mine.set(screen.article, mine.get(screen.article) ?? screen.to);
  return mine;
}
