import type { Parsed, Result } from "#platform/contract.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../presence-contract.ts";
import * as queries from "./presence-queries.ts";
import { requireEditable } from "./service.ts";
import { tellPresent } from "./tell-present.ts";

/** Says that an editor shows a page; the others hear of it when that is news. */
export async function sayPresent(
  context: Context,
  courseId: number,
  { visit, pageId }: Parsed<typeof api.sayPresent>["body"],
): Promise<Result<typeof api.sayPresent>> {
  const { key } = await requireEditable(context, courseId);
  const { isNews, ...present } = await queries.putVisit(context.db, { ...key, visit }, pageId);
  if (isNews && present.others.length > 0) await tellPresent(context.db, key);
  return present;
}

/** Says that an editor was closed. */
export async function sayAway(
  context: Context,
  courseId: number,
  { visit }: Parsed<typeof api.sayAway>["body"],
): Promise<Result<typeof api.sayAway>> {
  const { key } = await requireEditable(context, courseId);
  if (await queries.removeVisit(context.db, { ...key, visit })) await tellPresent(context.db, key);
  return {};
}
