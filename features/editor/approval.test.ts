import { afterAll, beforeAll, expect, test } from "vitest";
import { aText, startRig, type Rig } from "./test/editor.ts";

// An approval belongs to the draft that was looked at, and publishing asks for it (EDT-17).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
}, 120_000);
afterAll(() => rig?.app.close());

const reviewAt = (courseId: number) => `/rest/editor/courses/${courseId}/review`;
const markOf = async (courseId: number): Promise<string> => (await rig.admin.get(reviewAt(courseId))).json().draft;
/** Asks for a review as the author, or answers as an admin: about the draft with this mark, the present one by default. */
const review = async (courseId: number, step: "asked" | "approved", mark?: string) =>
  step === "asked"
    ? rig.author.post(reviewAt(courseId), { step, comment: "" })
    : rig.admin.post(`${reviewAt(courseId)}/answer`, { step, comment: "", draft: mark ?? (await markOf(courseId)) });
const publish = async (courseId: number, body: object = {}) => {
  const { revision } = await rig.open(courseId);
  return rig.author.post(rig.at(courseId, "/publish"), {
    revision,
    note: "Why",
    move: { inProgress: "finish", completed: "leave" },
    ...body,
  });
};
const edit = async (courseId: number, text: string) => {
  const { revision } = await rig.read(courseId, "p1");
  const saved = await rig.save(courseId, rig.aPage("p1", { blocks: [aText("b1", text)] }), revision);
  expect(saved.statusCode, saved.body).toBe(200);
};
const standing = async (courseId: number) => (await rig.author.get(rig.at(courseId, "/publish"))).json().approval.state;
const setRule = async (value: string | null) => {
  const { revision } = (await rig.admin.get("/rest/settings")).json();
  expect((await rig.admin.post("/rest/settings", { revision, values: { publishOnlyApproved: value } })).statusCode).toBe(200);
};

test("an edit after the approval asks for it again, and taking the edit back returns it", async () => {
  const { id } = await rig.aCourse();
  await edit(id, "First");
  expect(await standing(id)).toBe("none");
  await review(id, "asked");
  expect(await standing(id)).toBe("asked");
  expect((await publish(id)).json()).toMatchObject({ code: "confirm_unapproved" });
  expect((await review(id, "approved")).json()).toMatchObject({ review: "approved", hasChanged: false });
  expect(await standing(id)).toBe("approved");
  await edit(id, "Second");
  expect(await standing(id)).toBe("changed");
  expect((await rig.author.get(`/rest/editor/courses/${id}/team`)).json()).toMatchObject({ review: "approved", hasChanged: true });
  const ahead = { at: "2036-01-01T08:00", timeZone: "UTC", note: "Later", move: { inProgress: "finish", completed: "leave" } };
  expect((await rig.author.put(rig.at(id, "/schedule"), ahead)).json()).toMatchObject({ code: "confirm_unapproved_ahead" });
  expect((await publish(id)).json()).toMatchObject({ code: "confirm_unapproved" });
  await edit(id, "First");
  expect(await standing(id)).toBe("approved");
  await edit(id, "Third");
  expect((await rig.author.put(rig.at(id, "/schedule"), { ...ahead, unapproved: true })).statusCode).toBe(200);
  expect((await publish(id, { unapproved: true })).statusCode).toBe(200);
});

test("whoever approves answers for the draft that they looked at", async () => {
  const { id } = await rig.aCourse();
  await edit(id, "First");
  await review(id, "asked");
  const seen = await markOf(id);
  await edit(id, "Slipped in");
  expect((await rig.admin.post(`${reviewAt(id)}/answer`, { step: "approved", comment: "" })).statusCode).toBe(400);
  expect((await review(id, "approved", seen)).json()).toMatchObject({ code: "draft_changed" });
  expect((await review(id, "approved")).statusCode).toBe(200);
});

test("a portal that publishes only what is approved refuses the rest, also when it is confirmed; the next version needs an approval of its own", async () => {
  const { id } = await rig.aCourse();
  await edit(id, "First");
  await setRule("true");
  try {
    expect((await publish(id, { unapproved: true })).json()).toMatchObject({ code: "not_approved" });
    await review(id, "asked");
    await review(id, "approved");
    await edit(id, "Between the approval and the publication");
    expect((await publish(id, { unapproved: true })).json()).toMatchObject({ code: "not_approved" });
    await review(id, "asked");
    await review(id, "approved");
    expect((await publish(id)).statusCode).toBe(200);
    expect(await standing(id)).toBe("none");
  } finally {
    await setRule(null);
  }
});
