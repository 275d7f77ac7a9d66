import { courseIn, findPublicCover } from "#features/courses/server/service.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { notFound, notModified } from "#platform/errors.ts";
import { etagMatches, etagOf } from "#platform/etag.ts";
import type { Http, OpenContext } from "#platform/serve.ts";
import type * as api from "../public-contract.ts";
import type { PublicCourse } from "../public-contract.ts";
import { publicList } from "../public-list.ts";
import * as queries from "./public-queries.ts";

/** What visitors read of a course, in a language. */
function shown<Row extends queries.PublicRow>(row: Row, language: string) {
  const { translations: _, coverFileId, ...course } = courseIn(row, language);
  const picture: PublicCourse["picture"] = coverFileId === null ? null : `/rest/public/courses/${row.id}/picture?v=${coverFileId}`;
  return { ...course, picture };
}

/** An answer that browsers of visitors keep and ask about each time, so that what is not shown any more is gone at once. Throws 304 where they have it. */
function kept<T extends object>(http: Http, answer: T): T {
  const etag = etagOf(JSON.stringify(answer));
  // What somebody signed in reads is kept by no browser (decisions.md).
  if (http.sessionToken === null && http.apiToken === null) http.setHeader("cache-control", "private, no-cache");
  if (etagMatches(http.header("if-none-match"), etag)) throw notModified(etag);
  http.setHeader("etag", etag);
  return answer;
}

/** A page of the courses that the portal shows to visitors. */
export async function listPublicCourses(
  { http, open }: OpenContext,
  { q, page }: Parsed<typeof api.listPublicCourses>["query"],
): Promise<Result<typeof api.listPublicCourses>> {
  const found = await open(
    async ({ db, portal, language }) => {
      const { rows, ...counts } = await queries.listPublicCourses(db, portal.id, { q, page, language });
      return { ...counts, rows: rows.map((row) => shown(row, language)) };
    },
    { ahead: [] },
  );
  return kept(http, { ...found, pageSize: publicList.pageSize });
}

const noCourse = () => notFound("course", "This course could not be found.");

/** A course that the portal shows to visitors. Throws 404 for every other one. */
export async function showPublicCourse({ http, open }: OpenContext, courseId: number): Promise<Result<typeof api.getPublicCourse>> {
  const found = await open(
    async ({ db, portal, language }) => {
      const row = await queries.findPublicCourse(db, portal.id, courseId);
      return row && shown(row, language);
    },
    { ahead: [] },
  );
  if (!found) throw noCourse();
  return kept(http, found);
}

/** The picture of a course that the portal shows to visitors, of a size for so many pixels. Throws 404 for every other one. */
export async function findPicture({ open }: OpenContext, courseId: string, width: unknown) {
  if (!/^[1-9]\d{0,14}$/.test(courseId)) throw noCourse();
  const pixels = typeof width === "string" && /^[1-9]\d{1,3}$/.test(width) ? Number(width) : null;
  const found = await open(({ db, portal }) => findPublicCover(db, { portalId: portal.id, courseId: Number(courseId) }, pixels), {
    ahead: [],
  });
  if (!found) throw notFound("file", "This file could not be found.");
  return found;
}
