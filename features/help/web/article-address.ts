import type { ArticleName } from "../articles.ts";

/** Address of the Help Center, without /v. */
export const helpCenter = "/users/helpcenter";

/** The address of an article, without /v. */
export const articleAddress = (name: ArticleName): string => `${helpCenter}?article=${name}`;
