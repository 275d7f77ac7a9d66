import type { ArticleName } from "../articles.ts";

/** Address of the Help Center, without /v. */
export const helpCenter = "/users/helpcenter";

/** The address of an article, without /v. */
export const articleAddress = (name: ArticleName): string => `${helpCenter}?article=${name}`;

/** The address of the form that asks for help (features/support), without /v. from: the page on which somebody is, without /v. */
export const askAddress = (from = ""): string => `${helpCenter}?ask=new${from && `&from=${encodeURIComponent(from)}`}`;

/** The address of the questions that somebody has asked, without /v. */
export const myQuestions = `${helpCenter}?ask=mine`;
