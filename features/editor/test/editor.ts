import { startTestApp, type Client } from "#app/test/app.ts";
import { aContent, aPage, type CourseFields } from "#app/test/builders.ts";
import type { Page } from "#features/courses/content.ts";
import type { DraftPage, EditorDraft } from "../contract.ts";

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** The text block of a page with this id. */
export const aText = (id: string, text: string): Page["blocks"][number] => ({
  id,
  kind: "text",
  doc: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] },
});

/** A server with what authors do in the editor of online courses. `author` and `admin` belong to portal A and are signed in. */
export async function startRig() {
  const app = await startTestApp();
  const author = await app.signIn("author", "a");
  const admin = await app.signIn("admin", "a");
  const aCourse = (fields: CourseFields = {}) => app.aCourse("a", { createdBy: author.userId, ...fields });
  const at = (courseId: number, rest = "") => `/rest/editor/online/${courseId}${rest}`;
  const open = async (courseId: number, client: Client = author): Promise<EditorDraft> => {
    const answer = await client.get(at(courseId));
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const read = async (courseId: number, pageId: string): Promise<DraftPage> => (await author.get(at(courseId, `/pages/${pageId}`))).json();
  const save = (courseId: number, page: object & { readonly id: string }, revision: number, client: Client = author) =>
    client.put(at(courseId, `/pages/${page.id}`), { page, revision });
  return { app, author, admin, aCourse, at, open, read, save, aPage, aContent };
}
