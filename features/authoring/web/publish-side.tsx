import { Trans, useLingui } from "@lingui/react/macro";
import { BookOpen, Circle, CircleCheck } from "lucide-react";
import { useState } from "react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorCourse } from "../contract.ts";
import type { PublishCheck } from "../policy.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { StatusTag } from "./course-status.tsx";
import { UnpublishQuestion } from "./unpublish-question.tsx";
import { useUnpublish } from "./hooks.ts";
import { useRefusal } from "./use-refusal.ts";

type Props = { course: EditorCourse; saving: "saved" | "saving" | "dirty" };

/** The course's status, what is missing for publishing, and the buttons that publish it or take it out of the catalog. */
export function PublishSide({ course, saving }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"publish" | "unpublish" | null>(null);
  const unpublish = useUnpublish(course.id);
  const refusal = useRefusal();
  const isReady = course.checks.every(({ met }) => met);
  const hasNews = course.pending.length > 0 || course.status !== "published";
  return (
    <aside className="card editor-side" aria-labelledby="editor-status">
      <div className="row-between">
        <h2 id="editor-status">
          <Trans>Status</Trans>
        </h2>
        <StatusTag status={course.status} />
      </div>
      <p className="muted small" role="status">
        {saving === "saving" ? (
          <Trans>Saving</Trans>
        ) : saving === "dirty" ? (
          <Trans>Not saved</Trans>
        ) : (
          <Trans>
            Saved <Time instant={course.updatedAt} showZone={false} />
          </Trans>
        )}
      </p>
      <Checklist checks={course.checks} />
      {course.status === "published" && course.pending.length > 0 && <PendingNote pending={course.pending} />}
      <Button variant="primary" isFullWidth isDisabled={!isReady || !hasNews || saving !== "saved"} onPress={() => setOpen("publish")}>
        {course.versions.length > 0 && course.pending.length > 0 ? <Trans>Publish new version</Trans> : <Trans>Publish</Trans>}
      </Button>
      <WhyNot isReady={isReady} hasNews={hasNews} isSaved={saving === "saved"} />
      {course.status === "published" && (
        <>
          <LinkButton icon={BookOpen} isFullWidth to={detailsPath({ id: course.id, type: "scorm" })}>
            <Trans>See its page</Trans>
          </LinkButton>
          <Button variant="quiet" isFullWidth isDisabled={saving !== "saved"} onPress={() => setOpen("unpublish")}>
            <Trans>Take out of the catalog</Trans>
          </Button>
        </>
      )}
      {open === "publish" && <PublishDialog course={course} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === "unpublish"}
        isPending={unpublish.isPending}
        onCancel={() => setOpen(null)}
        onConfirm={() =>
          unpublish.mutate(
            { revision: course.revision },
            {
              onSuccess: () => toast({ tone: "success", title: t`The course is out of the catalog` }),
              onError: (error) => toast({ tone: "danger", title: t`The course is still in the catalog`, message: refusal(error) }),
              onSettled: () => setOpen(null),
            },
          )
        }
      >
        <UnpublishQuestion title={course.title} enrolled={course.learners.enrolled} />
      </ConfirmDialog>
    </aside>
  );
}

function Checklist({ checks }: { checks: EditorCourse["checks"] }) {
  const { t } = useLingui();
  const words: Record<PublishCheck, string> = {
    title: t`It has a title of its own`,
    package: t`A package with at least one part is uploaded`,
    policy: t`Completion and score are set so that people can complete it`,
  };
  return (
    <ul className="editor-checks" aria-label={t`Before publishing`}>
      {checks.map(({ code, met }) => (
        <li key={code} data-met={met || undefined}>
          <Icon of={met ? CircleCheck : Circle} />
          <span>
            {words[code]}
            <span className="visually-hidden">{met ? t`: done` : t`: missing`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function PendingNote({ pending }: { pending: EditorCourse["pending"] }) {
  const { t } = useLingui();
  const words = { package: t`the package`, policy: t`completion and score`, window: t`how it opens` };
  const parts = pending.map((part) => words[part]).join(", ");
  return (
    <p>
      <Trans>Not yet published: {parts}.</Trans>
    </p>
  );
}

function WhyNot({ isReady, hasNews, isSaved }: { isReady: boolean; hasNews: boolean; isSaved: boolean }) {
  if (!isSaved)
    return (
      <p className="muted small">
        <Trans>Save your changes first.</Trans>
      </p>
    );
  if (!isReady)
    return (
      <p className="muted small">
        <Trans>Do what is still open in the list above.</Trans>
      </p>
    );
  if (!hasNews)
    return (
      <p className="muted small">
        <Trans>Learners have everything that is here.</Trans>
      </p>
    );
  return null;
}
