import { afterAll, beforeAll, expect, test } from "vitest";
import type { Content, Page } from "#features/courses/content.ts";
import { pagesOf } from "#features/courses/content.ts";
import type { AttemptState } from "#features/progress/contract.ts";
import type { SignOffs } from "#features/signOffs/contract.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { blockKinds, blockLearning, type Block } from "#features/blocks/kinds.ts";
import { quiz, right, video } from "#features/progress/test/learners.ts";
import { obstaclesIn } from "./completable.ts";
import type { CoursePackage } from "./contract.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";
import { learn } from "./test/learn.ts";
import { randomOf } from "./test/random.ts";
import { sendPackage } from "./test/send-package.ts";

// Nobody loses credit for what did not change, whatever authors change and learners have done (EDT-8).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const rounds = 40;
/** A part of one of the course's packages, which have the same parts. */
const part = (id: string, packageId: number, scoKey: string): Block => ({ id, kind: "scorm", packageId, scoKey });
/** Kinds whose samples are taken; the others are made here, so that they can be changed, answered and watched in more than one way. */
const sampled = Object.values(blockKinds).filter(
  (kind) => ![blockKinds.text, blockKinds.quiz, blockKinds.video, blockKinds.scorm].some((one) => one === kind),
);
/** What is done in a kind of block, besides those that are made here. */
const sampleFacts = (block: Block): object[] =>
  Object.values(blockKinds[block.kind].sampleFacts).map((fact: object) => ({ ...fact, blockId: block.id }));
const withFacts = sampled.filter((kind) => Object.keys(kind.sampleFacts).length > 0);
/** Each condition that a page's rule has for a kind of block. */
const conditions: object[] = sampled.map(({ sampleRule }) => sampleRule).filter((rule) => Object.keys(rule).length > 0);
const text = JSON.stringify;

test("random edits of a course with random learners in it: each unchanged block and page keeps what was done in it", async () => {
  const random = randomOf(11);
  let made = 0;
  let packages: CoursePackage[] = [];
  const aBlock = (): Block => {
    const id = `b${++made}`;
    const chosen = packages[random(2)];
    const makes: (() => Block)[] = [
      ...[1, 2, 3].map(() => () => aText(id, `Words of ${id}.`)),
      () => ({ ...quiz(id, null), id }),
      () => ({ ...video, id }),
      ...withFacts.map((kind) => () => ({ ...kind.sample(`Words of ${id}`, 1), id })),
      () => ({ ...(sampled[made % sampled.length]?.sample(`Words of ${id}`, 1) as Block), id }),
      ...[1, 2].map(() => () => (chosen ? part(id, chosen.packageId, chosen.parts[made % 3]?.scoKey ?? "") : aText(id, `Words of ${id}.`))),
    ];
    return (makes[random(makes.length)] as () => Block)();
  };
  const aNewPage = (): Page =>
    rig.aPage(`page${++made}`, {
      blocks: [aBlock(), aBlock()],
      rule: {
        viewed: true,
        ...(random(2) && { quiz: "submitted" as const }),
        ...(random(2) && { videoPercent: 50 }),
        ...(random(2) && conditions[made % conditions.length]),
      },
    });
  let content: Content = { chapters: [{ id: "c1", title: "One", pages: Array.from({ length: 5 }, aNewPage) }] };
  const { id: courseId } = await rig.aCourse({ content });
  await rig.app.databases.inSystem("prepare a test", async (db) => {
    const portal_id = rig.app.portal("a").id;
    const files = await db
      .insertInto("files")
      .values([1, 2].map((n) => ({ portal_id, storage_key: `moving${n}`, name: "f", media_type: "video/mp4", bytes: 1, sha256: "0" })))
      .returning("id")
      .execute();
    // The sample film names files 1 and 2.
    expect(files.map(({ id }) => id)).toEqual([1, 2]);
    await db
      .insertInto("course_files")
      .values(files.map(({ id }) => ({ portal_id, course_id: courseId, file_id: id })))
      .execute();
  });
  const zip = await zipOf(files12(["One", "Two", "Three"].map((title) => ({ title, href: `${title}.html` }))));
  for (const name of ["Earlier.zip", "Later.zip"]) await sendPackage(rig, rig.author, courseId, zip, { name });
  packages = ((await rig.author.get(rig.at(courseId, "/packages"))).json() as { packages: CoursePackage[] }).packages;
  expect(packages.map(({ parts }) => parts.length)).toEqual([3, 3]);
  const partsIn = (of: Content) => pagesOf(of).flatMap(({ page }) => page.blocks.filter((block) => block.kind === "scorm"));
  /** What parts of packages have stored of an attempt, by the part. */
  const storedBy = async (attemptId: number) => {
    const rows = await rig.app.databases.inSystem("look in a test", (db) =>
      db.selectFrom("scorm_states").select(["sco_key", "cmi"]).where("attempt_id", "=", attemptId).execute(),
    );
    return new Map(rows.map(({ sco_key, cmi }) => [sco_key, (cmi as { suspend_data: string }).suspend_data]));
  };
  const storeParts = (attemptId: number, of: Content) =>
    rig.app.databases.inSystem("prepare a test", async (db) => {
      for (const sco_key of new Set(partsIn(of).map(({ scoKey }) => scoKey)))
        await db
          .insertInto("scorm_states")
          .values({
            portal_id: rig.app.portal("a").id,
            attempt_id: attemptId,
            sco_key,
            cmi: JSON.stringify({ suspend_data: `${attemptId} ${sco_key}` }),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    });
  const people = await Promise.all(Array.from({ length: 3 }, () => learn(rig, courseId)));
  /** Signs what somebody has asked for to be signed, or not yet. */
  const decide = async ({ client }: (typeof people)[number]) => {
    const at = `/rest/people/${client.userId}/signOffs`;
    const { rows } = (await rig.admin.get(at)).json() as SignOffs;
    for (const { attemptId, blockId, readyAt } of rows) {
      if (readyAt === null) continue;
      const isMet = random(2) === 0;
      const decided = await rig.admin.post(at, { attemptId, blockId, isMet, met: ["one"], note: isMet ? "" : "Once more." });
      expect(decided.statusCode, decided.body).toBe(200);
    }
  };

  const anyFact = (of: Content): object => {
    const pages = pagesOf(of).map(({ page }) => page);
    const page = pages[random(pages.length)] as Page;
    const block = page.blocks[random(page.blocks.length)];
    if (block?.kind === "quiz") return { kind: "submit", blockId: block.id, answers: random(2) ? right : {} };
    if (block?.kind === "video") return { kind: "video", blockId: block.id, ranges: [[random(30), 40 + random(60)]], position: 10 };
    const fact = block && sampleFacts(block)[0];
    return fact && random(4) > 0 ? fact : { kind: "view", pageId: page.id };
  };
  const edited = (of: Content): Content => {
    let pages = pagesOf(of).map(({ page }) => page);
    const at = random(pages.length);
    const chosen = pages[at] as Page;
    const change = (next: Partial<Page>) => (pages = pages.with(at, { ...chosen, ...next }));
    const place = random(chosen.blocks.length + 1);
    switch (random(8)) {
      case 0:
        pages = pages.toSpliced(at, 0, aNewPage());
        break;
      case 1:
        if (pages.length > 2) pages = pages.toSpliced(at, 1);
        break;
      case 2:
        change({ blocks: chosen.blocks.toSpliced(place, 0, aBlock()) });
        break;
      case 3:
        change({ blocks: chosen.blocks.toSpliced(place, 1) });
        break;
      case 4:
        change({
          blocks: chosen.blocks.map((block, nth) => (nth === place && block.kind === "text" ? aText(block.id, `Anew ${++made}`) : block)),
        });
        break;
      case 5:
        change({ rule: { viewed: true, quiz: "passed" } });
        break;
      case 6: {
        // Another package in the place of one.
        const replaced = (block: Block): Block =>
          block.kind === "scorm"
            ? { ...block, packageId: packages.find(({ packageId }) => packageId !== block.packageId)?.packageId ?? 0 }
            : block;
        const holder = pages.findIndex((page) => page.blocks.some((block) => block.kind === "scorm"));
        pages = pages.map((page, nth) => (nth === holder ? { ...page, blocks: page.blocks.map(replaced) } : page));
        break;
      }
      default:
        pages = [...pages.toSpliced(at, 1), chosen];
    }
    const half = 1 + random(pages.length - 1);
    return {
      chapters: [
        { id: "c1", title: "One", pages: pages.slice(0, half) },
        { id: "c2", title: "Two", pages: pages.slice(half) },
      ],
    };
  };

  let checked = 0;
  const keptKinds = new Set<string>();
  const parts = { kept: 0, replaced: 0 };
  let publications = 0;
  for (let round = 1; round <= rounds; round++) {
    const before: AttemptState[] = [];
    for (const [nth, one] of people.entries()) {
      // In the place of somebody who has completed the course comes somebody new.
      const person = (await one.launch()).state.completion ? await learn(rig, courseId) : one;
      people[nth] = person;
      await person.store(...Array.from({ length: 8 }, () => anyFact(content)));
      await decide(person);
      const { state } = await person.launch();
      await storeParts(state.attemptId, content);
      before.push(state);
    }
    let next = edited(edited(edited(content)));
    if (obstaclesIn(next, { kind: "pages", percent: 100 }).length > 0) next = edited(content);
    // Saved as the editor does: each page that differs, then the outline.
    const draft = await rig.open(courseId);
    const revisions = new Map(draft.pages.map(({ id, revision }) => [id, revision]));
    for (const { page } of pagesOf(next)) {
      const saved = await rig.save(courseId, page, revisions.get(page.id) ?? 0);
      expect(saved.statusCode, saved.body).toBe(200);
    }
    const outline = { chapters: next.chapters.map(({ id, title, pages }) => ({ id, title, pageIds: pages.map((page) => page.id) })) };
    await rig.author.put(rig.at(courseId, "/outline"), { outline, completion: draft.completion, revision: draft.outlineRevision });
    const published = await rig.author.post(rig.at(courseId, "/publish"), {
      revision: draft.revision,
      note: "Random",
      move: { inProgress: "move", completed: "leave" },
    });
    expect([200, 409]).toContain(published.statusCode);
    if (published.statusCode === 409) continue;
    publications++;
    const [blocksBefore, pagesBefore] = [
      new Map(pagesOf(content).flatMap(({ page }) => page.blocks.map((block) => [block.id, text(block)] as const))),
      new Map(pagesOf(content).map(({ page }) => [page.id, text(page)])),
    ];
    for (const [nth, person] of people.entries()) {
      const was = before[nth] as AttemptState;
      const { state, course } = await person.launch();
      if (was.completion) {
        expect(state).toEqual(was);
        continue;
      }
      expect(course.versionNumber).toBe(published.json().number);
      expect(state.creditedSeconds).toBe(was.creditedSeconds);
      const [stored, storedBefore] = [await storedBy(state.attemptId), await storedBy(was.attemptId)];
      for (const scoKey of new Set(partsIn(next).map((block) => block.scoKey))) {
        const those = partsIn(next).filter((block) => block.scoKey === scoKey);
        if (those.every((block) => blocksBefore.get(block.id) === text(block))) {
          parts.kept++;
          expect([scoKey, stored.get(scoKey)]).toEqual([scoKey, storedBefore.get(scoKey)]);
        } else if (those.some((block) => blocksBefore.has(block.id) && blocksBefore.get(block.id) !== text(block))) {
          // What another package stored under the same name is not given to it.
          parts.replaced++;
          expect([scoKey, stored.get(scoKey)]).toEqual([scoKey, undefined]);
        }
      }
      expect(state.percent).toBeLessThanOrEqual(100);
      for (const { page } of pagesOf(next)) {
        if (pagesBefore.get(page.id) === text(page) && was.donePages.includes(page.id)) {
          checked++;
          expect(state.donePages).toContain(page.id);
        }
        for (const block of page.blocks)
          if (blocksBefore.get(block.id) === text(block)) {
            if (was.blocks[block.id]) {
              checked++;
              keptKinds.add(block.kind);
            }
            expect(state.blocks[block.id]).toEqual(was.blocks[block.id]);
          }
      }
    }
    content = next;
  }
  // Not only of something: of every kind in which something is done; what parts of packages keep is counted by the parts.
  expect([...keptKinds].toSorted()).toEqual(
    Object.keys(blockLearning)
      .filter((kind) => kind !== "scorm")
      .toSorted(),
  );
  expect(publications).toBeGreaterThan(rounds / 2);
  expect(checked).toBeGreaterThan(500);
  expect(Math.min(parts.kept, parts.replaced)).toBeGreaterThan(10);
});

test("time that was spent after a completion, which was reversed since, stays apart from study time in the new version", async () => {
  const { app, aCourse, at, author, open, save, aPage, aContent } = rig;
  const { id: courseId } = await aCourse({ content: aContent([aPage("p1"), aPage("p2")]) });
  const person = await learn(rig, courseId);
  await person.view("p1");
  const times = () =>
    app.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("attempt_states as s")
        .innerJoin("attempts as a", "a.id", "s.attempt_id")
        .select(["s.credited_seconds", "s.review_seconds"])
        .where("a.course_id", "=", courseId)
        .orderBy("a.number")
        .execute(),
    );
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("attempt_states")
      .set({ credited_seconds: 100, review_seconds: 30 })
      .where("attempt_id", "in", db.selectFrom("attempts").select("id").where("course_id", "=", courseId))
      .execute(),
  );
  const draft = await open(courseId);
  expect((await save(courseId, aPage("p2", { blocks: [aText("new", "New")] }), 1)).statusCode).toBe(200);
  const body = { note: "Next", revision: draft.revision, move: { inProgress: "move", completed: "leave" } };
  expect((await author.post(at(courseId, "/publish"), body)).statusCode).toBe(200);
  const kept = { credited_seconds: 100, review_seconds: 30 };
  expect(await times()).toEqual([kept, kept]);
});
