import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { articles, type ArticleName } from "../articles.ts";
import { articleQuery } from "./hooks.ts";

/** Whether there is a built-in article of this name. */
export const isBuiltIn = (name: string): name is ArticleName => Object.hasOwn(articles, name);

/** An article as the person reads it: in the portal's words where it has some, else as it is built in. Without a connection the built-in one is shown. */
export function useArticle(name: string) {
  const { i18n } = useLingui();
  const query = useQuery(articleQuery(name, i18n.locale));
  const builtIn = isBuiltIn(name) ? articles[name] : null;
  const text = query.data?.text ?? null;
  return {
    query,
    builtIn,
    text,
    title: text?.title ?? (builtIn ? i18n._(builtIn.title) : null),
    /** Built-in words stand where the portal has none in this language. */
    summary: !text && builtIn ? i18n._(builtIn.summary) : null,
    isHidden: query.data?.isHidden ?? false,
    isLoading: query.isLoading,
  };
}
