import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { mayEdit } from "#features/courses/policy.ts";
import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import { sayIn } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { fewAtOnce } from "#platform/files/few-at-once.ts";
import { dropRest, takesForm } from "#platform/files/receive-form.ts";
import type { Language } from "#platform/languages.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import { takeTurns } from "#platform/take-turns.ts";
import type { UploadReply } from "../contract.ts";
import type { StoredFinding } from "../manifest.ts";
import { importPackage, type ImportDeps, type ImportResult } from "./import/import-package.ts";
import { importLimits } from "./import/limits.ts";
import { reportText } from "./import/report-text.ts";
import { sweepImports } from "./import/sweep-imports.ts";
import { countLearnersInProgress, findUploadCourse, removeEmptyDraft } from "./queries.ts";
import type { Staging } from "./package-store.ts";
import { receiveUpload, type Upload } from "./receive-upload.ts";

type Reply = z.infer<typeof UploadReply>;

/** How many packages of one portal a process unpacks at a time; others of that portal wait, those of other portals do not. */
const AT_ONCE = 2;

/**
 * Specification §3, §7: POST /educate/scorm/upload, a form with courseID, isFrameSet, overrideFile and file. The file is written to disk as it
 * arrives. Problems of the package are a normal reply with isSuccessful false. Somebody who may not upload gets 401, 403 or 404; a file that is too
 * large for Stoa or for the disk gets 413 or 507 before all of it has arrived. Fields that come before the file are checked before it is read.
 */
export function uploadRoutes(serve: Serve, deps: ImportDeps) {
  const limits = deps.limits ?? importLimits;
  const turn = takeTurns(AT_ONCE);
  const underWay = fewAtOnce();
  // Cleans up what a killed process left; folders of living processes are not touched. If this fails, the next start tries again.
  void sweepImports(deps).catch(() => undefined);

  serve.raw({
    method: "POST",
    path: "/educate/scorm/upload",
    rule: may("make-courses"),
    summary:
      "Takes a SCORM package for a SCORM course, or for a block of an online course, as a multipart form of courseID, isFrameSet, overrideFile and file.",
    longBody: true,
    prepare: takesForm(limits.uploadBytes),
    handler: async (request, reply, { open, http }) => {
      const { actor, portalId, language } = await open(async ({ actor: asking, portal, language: spoken }) => ({
        language: spoken,
        actor: requireActor(asking, may("make-courses")),
        portalId: portal.id,
      }));
      if (!request.isMultipart()) throw invalid("file", "no_form", "Send the package as a file of a form.");
      const upload: Upload = { courseId: undefined, override: false, fileName: undefined };
      let answer: Reply | undefined;
      try {
        answer = await underWay(actor.userId, () => take(request, upload, { open, http }, actor, portalId, language));
      } finally {
        dropRest(request, reply);
        const { courseId } = upload;
        // The course that the dialog created for this upload is removed when the upload fails (issue 3).
        if (courseId !== undefined && !answer?.isSuccessful && !answer?.ShowWarning)
          await deps.databases
            .inPortal(portalId, (db) => removeEmptyDraft(db, { portalId, courseId, untouchedBy: actor.userId }))
            .catch(
              // What was wrong with the upload is the answer, also where the database cannot clear up now. An empty draft left over harms nobody.
              (error: unknown) => request.log.warn({ err: error }, "an empty course was left"),
            );
      }
      return reply.send(answer);
    },
  });

  /** Receives the form and imports the file; when it resolves, the staging area is empty again. */
  async function take(
    request: FastifyRequest,
    upload: Upload,
    { open, http }: Pick<OpenContext, "open" | "http">,
    actor: Actor,
    portalId: number,
    language: Language,
  ): Promise<Reply> {
    const { userId } = actor;
    let staging: Staging | undefined;
    try {
      await receiveUpload(request, upload, {
        packages: deps.packages,
        limits,
        beforeFile: async ({ courseId }) => {
          if (courseId !== undefined) await checkCourse(open, actor, courseId);
          staging = await deps.packages.stage();
          if (courseId !== undefined) await staging.note({ portalId, courseId, userId });
          return staging;
        },
      });
      const { courseId, fileName: name } = upload;
      if (courseId === undefined) throw invalid("courseID", "missing", "Say which course the package is for.");
      const learners = await checkCourse(open, actor, courseId);
      if (name === undefined || !staging) throw invalid("file", "missing", "Choose a file.");
      if (learners > 0 && !upload.override) return askFirst(learners, language);
      const { zipPath } = staging;
      const recorded = (db: Db, packageId: number) =>
        note(
          { db, portal: { id: portalId }, actor, http },
          { action: "course_package_added", object: { kind: "course", id: courseId }, after: { packageId, name } },
        );
      return answerOf(await turn(portalId, () => importPackage(deps, { zipPath, name, portalId, courseId, userId, recorded })), language);
    } finally {
      await staging?.discard();
    }
  }
}

/** Checks that this person may upload a package to the course. Returns how many learners are in progress. Throws 404, 403 or 400. */
function checkCourse(open: OpenContext["open"], actor: Actor, courseId: number): Promise<number> {
  return open(async ({ db, portal }) => {
    const course = await findUploadCourse(db, portal.id, courseId);
    // Another author's course is treated as missing (security.md #26).
    if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
    if (course.type === "classroom")
      throw invalid("courseID", "other_type", "Only a SCORM course or an online course can take a SCORM package.");
    // In an online course a package is one of several, and takes no other's place before its author chooses it in a block.
    return course.type === "online" ? 0 : countLearnersInProgress(db, portal.id, courseId);
  });
}

const refused = (findings: readonly StoredFinding[], language: Language): Reply => {
  const data = reportText({ findings, entryCount: 0, bytes: 0, standard: null, edition: null, scoCount: 0 }, language);
  return { isSuccessful: false, data, ShowWarning: false, Message: data };
};

const answerOf = (imported: ImportResult, language: Language): Reply =>
  imported.ok
    ? {
        isSuccessful: true,
        data: reportText(imported.report, language),
        ShowWarning: false,
        Message: sayIn(language)("The package was imported."),
        packageId: imported.packageId,
      }
    : refused(
        imported.report.findings.filter(({ level }) => level === "error"),
        language,
      );

function askFirst(learners: number, language: Language): Reply {
  const Message = sayIn(language)(
    "{learners, plural, one {One learner is} other {# learners are}} working through this course's current package. They stay on it; the new package is for those who start after you publish it. Upload it all the same?",
    { learners },
  );
  return { isSuccessful: false, data: Message, ShowWarning: true, Message };
}
