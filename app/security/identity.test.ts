import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultPolicy } from "#features/courses/completion-policy.ts";
import { courseFields } from "./expectations.ts";
import { buildWorld, members, type Sent, type Things, type World } from "./world.ts";

// Ids of the other portal and of other people (security.md 1, 4, 6, 13, 26, 29).

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const absent = 999_999_999;
const commits = [{ seq: 1, fact: { kind: "view", pageId: "p1" } }];

const aText = { id: "t", kind: "text", doc: { type: "doc", content: [] } };

/** Every place in which a request names an id: a function from the id to the request. */
const named: [what: string, idOf: (things: Things, portalId: number) => number, request: (id: number) => Sent][] = [
  ["course details", (t) => t.courseId, (id) => ({ method: "GET", url: `/rest/course/details/${id}` })],
  ["condition of a course", (t) => t.courseId, (id) => ({ method: "GET", url: `/rest/course/details/${id}/start` })],
  ["enrol", (t) => t.freeCourseId, (courseId) => ({ method: "POST", url: "/rest/enrolment/enrol", body: { courseId } })],
  ["leave", (t) => t.courseId, (courseId) => ({ method: "POST", url: "/rest/enrolment/leave", body: { courseId } })],
  ["launch", (t) => t.courseId, (courseId) => ({ method: "POST", url: "/rest/progress/launch", body: { courseId } })],
  ["attempt", (t) => t.attempts["student"] ?? 0, (id) => ({ method: "GET", url: `/rest/progress/attempts/${id}` })],
  [
    "commit",
    (t) => t.attempts["student"] ?? 0,
    (id) => ({ method: "POST", url: `/rest/progress/attempts/${id}/commits`, body: { clientId: "foreign-client", epoch: 1, commits } }),
  ],
  [
    "leaving",
    (t) => t.attempts["student"] ?? 0,
    (id) => ({ method: "POST", url: `/rest/progress/attempts/${id}/leave`, body: { epoch: 1 } }),
  ],
  [
    "viewing time",
    (t) => t.attempts["student"] ?? 0,
    (attemptId) => ({ method: "POST", url: "/rest/courseviewer/UpdateLastViewedChapterAndTime", body: { attemptId, minutesSpent: 1 } }),
  ],
  [
    "package to play",
    (t) => t.attempts["student"] ?? 0,
    (attemptId) => ({ method: "POST", url: "/rest/scorm/open", body: { attemptId, epoch: 1 } }),
  ],
  ["job", (t) => t.jobs["student"] ?? 0, (id) => ({ method: "GET", url: `/rest/jobs/${id}` })],
  ["file of a job", (t) => t.jobs["student"] ?? 0, (id) => ({ method: "GET", url: `/rest/jobs/${id}/file` })],
  ...["cancel", "retry", "undo", "putAway"].map((change): (typeof named)[number] => [
    `${change} a job`,
    (t) => t.jobs["student"] ?? 0,
    (id) => ({ method: "POST", url: `/rest/jobs/${id}/${change}` }),
  ]),
  ["question of one's own", (t) => t.questionId, (id) => ({ method: "GET", url: `/rest/help/questions/${id}` })],
  [
    "writing again about a question",
    (t) => t.questionId,
    (id) => ({ method: "POST", url: `/rest/help/questions/${id}/messages`, body: { words: "x" } }),
  ],
  ["closing a question of one's own", (t) => t.questionId, (id) => ({ method: "POST", url: `/rest/help/questions/${id}/close` })],
  ["API token", (t) => t.tokenId, (id) => ({ method: "POST", url: `/rest/tokens/${id}/revoke` })],
  ["file", (t) => t.fileId, (id) => ({ method: "GET", url: `/rest/files/${id}/cover.png` })],
  [
    "session",
    (t) => t.sessions["student"] ?? 0,
    (sessionId) => ({ method: "POST", url: "/rest/account/sessions/signOut", body: { sessionId } }),
  ],
  [
    "portal to switch to",
    (_, portalId) => portalId,
    (portalId) => ({ method: "POST", url: "/rest/environment/switchPortal", body: { portalId } }),
  ],
];
const editing: typeof named = [
  ["custom fields of a course", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/courses/${id}/fields` })],
  [
    "values of a course",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "PUT", url: `/rest/courses/${id}/fields`, body: { values: {} } }),
  ],
  [
    "file for a course's field",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({
      method: "POST",
      url: `/rest/courses/${id}/fields/1/file?name=a.txt`,
      headers: { "content-type": "application/octet-stream" },
      body: "a file",
    }),
  ],
  ["editor", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/online/${id}` })],
  [
    "save",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "PUT", url: `/rest/editor/online/${id}/details`, body: { ...courseFields, revision: 1 } }),
  ],
  ["package", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/package` })],
  [
    "rules of a package",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "PUT", url: `/rest/editor/courses/${id}/package`, body: { policy: defaultPolicy, newWindow: false, revision: 1 } }),
  ],
  ["package to test", (t) => t.scormCourseId, (courseId) => ({ method: "POST", url: "/rest/scorm/openTest", body: { courseId } })],
  ["log of a package", (t) => t.attempts["student"] ?? 0, (id) => ({ method: "GET", url: `/rest/scorm/attempts/${id}/calls` })],
  ["discard", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "POST", url: `/rest/editor/courses/${id}/discard` })],
  [
    "export of the attempts of a course",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/attempts/export.csv` }),
  ],
  [
    "file for a course",
    (t) => t.courseId,
    (id) => ({
      method: "POST",
      url: `/rest/editor/online/${id}/media?use=image`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ],
  [
    "file of an address for a course",
    (t) => t.courseId,
    (id) => ({ method: "POST", url: `/rest/editor/online/${id}/media/fetch`, body: { use: "video", address: "film.mp4" } }),
  ],
  ["fetched file of a course", (t) => t.courseId, (id) => ({ method: "GET", url: `/rest/editor/online/${id}/media/fetch/1` })],
  [
    "block of a course to reuse",
    (t) => t.courseId,
    (id) => ({ method: "POST", url: `/rest/editor/online/${id}/reusable`, body: { title: "x", block: aText } }),
  ],
  [
    "compared languages of a course",
    (t) => t.courseId,
    (id) => ({ method: "GET", url: `/rest/editor/online/${id}/translations/changes?from=draft&to=draft` }),
  ],
  ["languages of a course", (t) => t.courseId, (id) => ({ method: "GET", url: `/rest/editor/online/${id}/translations` })],
  [
    "texts of a course in a language",
    (t) => t.courseId,
    (id) => ({ method: "GET", url: `/rest/editor/online/${id}/translations/de/texts` }),
  ],
  [
    "translation of a course",
    (t) => t.courseId,
    (id) => ({
      method: "PUT",
      url: `/rest/editor/online/${id}/translations/de/texts`,
      body: { pageId: null, key: "course/title", source: "x", was: null, value: "y" },
    }),
  ],
  [
    "language for a course",
    (t) => t.courseId,
    (id) => ({ method: "PUT", url: `/rest/editor/online/${id}/translations/de`, body: { isOffered: true } }),
  ],
  [
    "language of a course to remove",
    (t) => t.courseId,
    (id) => ({ method: "POST", url: `/rest/editor/online/${id}/translations/de/remove` }),
  ],
  ["files of a course", (t) => t.courseId, (id) => ({ method: "GET", url: `/rest/editor/online/${id}/files` })],
  [
    "file for the list of a course",
    (t) => t.courseId,
    (id) => ({
      method: "POST",
      url: `/rest/editor/online/${id}/files`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ],
  [
    "web pages for a course",
    (t) => t.courseId,
    (id) => ({
      method: "POST",
      url: `/rest/editor/uploadZipFile?courseId=${id}`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ],
  [
    "web pages of a course",
    (t) => t.courseId,
    (id) => ({ method: "POST", url: "/rest/web-pages/open", body: { courseId: id, fileId: 1 } }),
  ],
  [
    "document for a course",
    (t) => t.courseId,
    (id) => ({
      method: "POST",
      url: `/rest/editor/online/${id}/import?do=look`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ],
  ["team of a course", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/team` })],
  ["authors for a course", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/authors` })],
  ["courses for a course", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/requirable` })],
  ["choices for a course", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/choices` })],
  [
    "co-authors",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "PUT", url: `/rest/editor/courses/${id}/coauthors`, body: { userIds: [] } }),
  ],
  [
    "owner",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "POST", url: `/rest/editor/courses/${id}/owner`, body: { userId: 1, from: null } }),
  ],
  [
    "review",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "POST", url: `/rest/editor/courses/${id}/review`, body: { step: "asked", comment: "" } }),
  ],
  ["attempts of a course", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/attempts` })],
  [
    "package for a course",
    (t) => t.scormCourseId,
    (id) => ({
      method: "POST",
      url: "/educate/scorm/upload",
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: `--line\r\nContent-Disposition: form-data; name="courseID"\r\n\r\n${id}\r\n--line\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK\r\n--line--\r\n`,
    }),
  ],
];
/** The portal's courses: changed by its admins alone. */
const administering: typeof named = [
  ["review to answer", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "GET", url: `/rest/editor/courses/${id}/review` })],
  [
    "answer to a review",
    (t) => t.drafts["author"] ?? 0,
    (id) => ({ method: "POST", url: `/rest/editor/courses/${id}/review/answer`, body: { step: "approved", comment: "", draft: "" } }),
  ],
  ["course to copy", (t) => t.drafts["author"] ?? 0, (id) => ({ method: "POST", url: `/rest/curriculum/${id}/copy` })],
];
/** People: only members of the portal are found, and only by those who manage people. */
const managing: typeof named = [
  ["question", (t) => t.questionId, (id) => ({ method: "GET", url: `/rest/support/questions/${id}` })],
  [
    "answer to a question",
    (t) => t.questionId,
    (id) => ({ method: "POST", url: `/rest/support/questions/${id}/answer`, body: { words: "x" } }),
  ],
  [
    "state of a question",
    (t) => t.questionId,
    (id) => ({ method: "POST", url: `/rest/support/questions/${id}/state`, body: { state: "closed" } }),
  ],
  ["person", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}` })],
  [
    "profile of a person",
    (t) => t.personId,
    (id) => ({ method: "PUT", url: `/rest/people/${id}/profile`, body: { givenName: "A", familyName: "B", email: "a@b.test" } }),
  ],
  ...["attempts", "consents", "transcript", "transcript/export.csv", "groups", "signIns"].map((rest): (typeof named)[number] => [
    `${rest} of a person`,
    (t) => t.personId,
    (id) => ({ method: "GET", url: `/rest/people/${id}/${rest}` }),
  ]),
  ["tokens of a person", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}/tokens` })],
  ["token of a person", (t) => t.personId, (id) => ({ method: "POST", url: `/rest/people/${id}/tokens/1/revoke` })],
  ["sessions of a person", (t) => t.personId, (id) => ({ method: "POST", url: `/rest/people/${id}/sessions/end`, body: { all: true } })],
  ["custom fields of a person", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}/fields` })],
  ["values of a person", (t) => t.personId, (id) => ({ method: "PUT", url: `/rest/people/${id}/fields`, body: { values: {} } })],
  ["file of a person's field", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}/fields/1/file` })],
  [
    "upload to a person's field",
    (t) => t.personId,
    (id) => ({
      method: "POST",
      url: `/rest/people/${id}/fields/1/file?name=a.txt`,
      headers: { "content-type": "application/octet-stream" },
      body: "a file",
    }),
  ],
  ["timeline of a person", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}/timeline` })],
  ["export of a timeline", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}/timeline/export.csv` })],
  [
    "deactivating a person",
    (t) => t.personId,
    (id) => ({ method: "POST", url: `/rest/people/${id}/status`, body: { status: "suspended", reason: "x" } }),
  ],
  ["enrolling a person", (t) => t.personId, (id) => ({ method: "POST", url: `/rest/people/${id}/enrolments`, body: { courseId: 1 } })],
  [
    "ending an enrolment",
    (t) => t.personId,
    (id) => ({ method: "POST", url: `/rest/people/${id}/enrolments/1/end`, body: { reason: "x" } }),
  ],
  [
    "correcting an enrolment",
    (t) => t.personId,
    (id) => ({ method: "POST", url: `/rest/people/${id}/enrolments/1/corrections`, body: { kind: "exempt", reason: "x" } }),
  ],
  [
    "taking a correction back",
    (t) => t.personId,
    (id) => ({ method: "POST", url: `/rest/people/${id}/corrections/1/reverse`, body: { reason: "x" } }),
  ],
  ["enrolments of a person", (t) => t.personId, (id) => ({ method: "GET", url: `/rest/people/${id}/enrolments` })],
  ...["", "/rows", "/left-out.csv"].map((rest): (typeof named)[number] => [
    `import${rest}`,
    (t) => t.importId,
    (id) => ({ method: "GET", url: `/rest/imports/${id}${rest}` }),
  ]),
  ...(
    [
      ["check", { columns: ["email"], key: "email", mode: "both", dateOrder: "dmy", groupIds: [], leavers: false }],
      ["run", { people: null }],
      ["read", { encoding: null, delimiter: null, sheet: null, hasHeadings: null }],
      ["rows/2", { cells: ["x@example.com"] }],
    ] as const
  ).map(([rest, body]): (typeof named)[number] => [
    `import/${rest}`,
    (t) => t.importId,
    (id) => ({ method: "POST", url: `/rest/imports/${id}/${rest}`, body }),
  ]),
];

/** The body without the request id, which differs every time. */
const plainBody = (body: string) => body.replace(/"requestId":"[^"]*"/, '"requestId":""');

describe("security.md 4, 29: an id of the other portal answers exactly as one that never was", () => {
  test.each([...named, ...editing, ...administering, ...managing])("%s", async (what, idOf, request) => {
    const isIn = (list: typeof named) => list.some(([name]) => name === what);
    const askers = isIn(editing)
      ? (["author", "admin"] as const)
      : isIn(managing)
        ? (["manager", "admin"] as const)
        : isIn(administering)
          ? (["admin"] as const)
          : (["student", "admin"] as const);
    for (const actor of askers) {
      const foreign = await world.send(actor, "a", request(idOf(world.things.b, world.app.portal("b").id)));
      const never = await world.send(actor, "a", request(absent));
      expect([actor, foreign.status, plainBody(foreign.body)]).toEqual([actor, never.status, plainBody(never.body)]);
      expect([actor, foreign.status]).toEqual([actor, 404]);
    }
  });

  test("nothing of the other portal was touched", async () => {
    const { things } = world;
    const details = await world.send("student", "b", { method: "GET", url: `/rest/course/details/${things.b.courseId}` });
    expect(JSON.parse(details.body)).toMatchObject({ enrolment: { active: true } });
    expect((await world.send("author", "b", { method: "GET", url: `/rest/editor/online/${things.b.drafts["author"]}` })).status).toBe(200);
    const log = await world.app.databases.inPortal(world.app.portal("b").id, (db) => db.selectFrom("commit_log").select("seq").execute());
    expect(log).toEqual([]);
  });

  test("a category of the other portal finds nothing, as one that never was", async () => {
    for (const path of ["/rest/course/catalog?categories=", "/rest/enrolment/myCourses?category="]) {
      const [foreign, never] = await Promise.all(
        [world.things.b.categoryId, absent].map((id) => world.send("student", "a", { method: "GET", url: `${path}${id}` })),
      );
      expect(foreign?.status).toBe(200);
      expect(foreign?.body).toBe(never?.body);
      expect((JSON.parse(foreign?.body ?? "{}") as { total: number }).total).toBe(0);
    }
  });
});

describe("categories", () => {
  test("one of the other portal is not there, whatever is asked of it, and no link leads to it", async () => {
    const { things } = world;
    const { categoryId: foreign } = things.b;
    const own = things.a.categoryId;
    const send = (method: "GET" | "POST" | "PUT", id: number, path: string, body?: object) =>
      world.send("admin", "a", { method, url: `/rest/categories/${id}${path}`, ...(body && { body }) });
    const seen = { courses: 0, children: 0 };
    const place = { parentId: null, beforeId: null };
    for (const id of [foreign, absent]) {
      const answers = [
        await send("PUT", id, "", { name: "Mine", description: "", isHidden: false, revision: 0 }),
        await send("POST", id, "/move", place),
        await send("POST", own, "/move", { ...place, parentId: id }),
        await send("GET", id, "/removal"),
        await send("POST", id, "/remove", { into: null, seen }),
        await send("POST", id, "/restore"),
        await send("POST", id, "/picture/remove"),
        await world.send("admin", "a", { method: "POST", url: "/rest/categories", body: { name: "Below", description: "", parentId: id } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      expect((await send("POST", own, "/remove", { into: id, seen })).status).toBe(400);
      const followed = await world.send("student", "a", { method: "GET", url: `/rest/course/catalog/follow?names=${id}` });
      expect(JSON.parse(followed.body)).toEqual({ ids: [] });
    }
  });
});

describe("other people of the same portal", () => {
  const outsidersOf = members.filter((member) => member !== "student");

  test("security.md 1: nobody reads or moves an attempt that is not theirs", async () => {
    const attempt = world.things.a.attempts["student"] ?? 0;
    for (const actor of [...outsidersOf, "system"] as const) {
      const read = await world.send(actor, "a", { method: "GET", url: `/rest/progress/attempts/${attempt}` });
      const never = await world.send(actor, "a", { method: "GET", url: `/rest/progress/attempts/${absent}` });
      expect([actor, read.status, plainBody(read.body)]).toEqual([actor, 404, plainBody(never.body)]);
      for (const request of [
        { url: `/rest/progress/attempts/${attempt}/commits`, body: { clientId: "other-client", epoch: 1, commits } },
        { url: "/rest/courseviewer/UpdateLastViewedChapterAndTime", body: { attemptId: attempt, minutesSpent: 1 } },
      ]) {
        // security.md §3.6: the browser must learn that it has to keep the entry for its owner.
        const reply = await world.send(actor, "a", { method: "POST", ...request });
        expect([actor, reply.status, (JSON.parse(reply.body) as { code: string }).code]).toEqual([actor, 403, "not_owner"]);
      }
    }
  });

  test("nobody ends another person's session", async () => {
    const sessionId = world.things.a.sessions["student"] ?? 0;
    for (const actor of [...outsidersOf, "system"] as const) {
      const request = (id: number) => ({ method: "POST", url: "/rest/account/sessions/signOut", body: { sessionId: id } });
      const reply = await world.send(actor, "a", request(sessionId));
      const never = await world.send(actor, "a", request(absent));
      expect([actor, reply.status, plainBody(reply.body)]).toEqual([actor, 404, plainBody(never.body)]);
    }
    const rows = await world.app.databases.inPortal(world.app.portal("a").id, (db) =>
      db.selectFrom("sessions").select("id").where("id", "=", sessionId).execute(),
    );
    expect(rows).toHaveLength(1);
  });

  test("security.md 4: another author's course answers an author exactly as one that never was", async () => {
    const second = await world.app.aPerson("a", { isAuthor: true });
    for (const [what, idOf, request] of editing) {
      const reply = await world.sendAs(second.id, "a", request(idOf(world.things.a, 0)));
      const never = await world.sendAs(second.id, "a", request(absent));
      expect([what, reply.status, plainBody(reply.body)]).toEqual([what, never.status, plainBody(never.body)]);
    }
  });

  test("a course takes no category of the other portal", async () => {
    const { things } = world;
    const id = things.a.drafts["author"];
    const open = await world.send("author", "a", { method: "GET", url: `/rest/editor/online/${id}` });
    const { revision } = JSON.parse(open.body) as { revision: number };
    const save = (categoryId: number) =>
      world.send("author", "a", {
        method: "PUT",
        url: `/rest/editor/online/${id}/details`,
        body: { ...courseFields, categoryIds: [categoryId], revision },
      });
    const [foreign, never] = [await save(things.b.categoryId), await save(absent)];
    expect([foreign.status, plainBody(foreign.body)]).toEqual([400, plainBody(never.body)]);
  });

  test("userId in address or body is nobody's key (security.md 13)", async () => {
    const someone = world.app.person("student", "a").id;
    const names = ["userId", "UserId", "user_id", "studentId", "id"];
    const paths = [
      "/rest/account",
      "/rest/history",
      "/rest/enrolment/myCourses",
      "/rest/dashboard/student",
      "/rest/account/sessions",
      "/rest/environment/",
    ];
    const stranger = await world.app.aPerson("a");
    for (const path of paths) {
      const query = names.map((name) => `${name}=${someone}`).join("&");
      const reply = await world.sendAs(stranger.id, "a", { method: "GET", url: `${path}?${query}` });
      expect([path, reply.status]).toEqual([path, 200]);
      expect(reply.body).not.toContain("student@a.test");
      expect(reply.body).not.toContain(`"courseId":${world.things.a.courseId}`);
    }
    const body = { courseId: world.things.a.freeCourseId, ...Object.fromEntries(names.map((name) => [name, someone])) };
    expect((await world.sendAs(stranger.id, "a", { method: "POST", url: "/rest/enrolment/enrol", body })).status).toBe(200);
    const enrolled = await world.app.databases.inPortal(world.app.portal("a").id, (db) =>
      db.selectFrom("enrolments").select("user_id").where("course_id", "=", world.things.a.freeCourseId).execute(),
    );
    expect(enrolled).toEqual([{ user_id: stranger.id }]);
  });

  test("an empty, zero or doubled filter never widens what one sees (security.md 6)", async () => {
    const stranger = await world.app.aPerson("a");
    const asked = [
      "?q=",
      "?q=%25",
      "?q=_",
      "?outcome=",
      "?year=0",
      "?rows=all",
      "?rows=all&rows=all",
      "?page=0",
      "?category=0",
      "?tab=",
      "?owner=everyone",
    ];
    for (const path of ["/rest/history", "/rest/history/export.csv", "/rest/enrolment/myCourses"])
      for (const query of asked) {
        const reply = await world.sendAs(stranger.id, "a", { method: "GET", url: `${path}${query}` });
        expect([path + query, [200, 400].includes(reply.status)]).toEqual([path + query, true]);
        if (reply.status === 200) expect([path + query, /"courseId"|Course \d/.test(reply.body)]).toEqual([path + query, false]);
      }
    // An author without courses asks for the list of all authors' courses.
    const author = await world.app.aPerson("a", { isAuthor: true });
    const list = await world.sendAs(author.id, "a", { method: "GET", url: "/rest/editor/courses?owner=everyone" });
    expect(JSON.parse(list.body)).toMatchObject({ rows: [], total: 0, all: 0 });
  });
});
