import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorCourse } from "../contract.ts";
import { usePublish } from "./hooks.ts";
import { useRefusal } from "./use-refusal.ts";

/** Confirms publishing: who gets which version (SCO-7, EDT-8), and a note for the list of versions (EDT-7). */
export function PublishDialog({ course, onClose }: { course: EditorCourse; onClose: () => void }) {
  const { t } = useLingui();
  const [note, setNote] = useState("");
  const publish = usePublish(course.id);
  const refusal = useRefusal();
  const isFirst = course.versions.length === 0;
  const makesVersion = isFirst || course.pending.length > 0;
  const { learners } = course;
  const { title } = course;
  return (
    <Dialog
      title={makesVersion && !isFirst ? t`Publish new version` : t`Publish`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose} isDisabled={publish.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            isPending={publish.isPending}
            pendingLabel={t`Publishing`}
            onPress={() =>
              publish.mutate(
                { revision: course.revision, note: note.trim() },
                {
                  onSuccess: () => {
                    toast({ tone: "success", title: t`Published`, message: t`${title} is in the catalog.` });
                    onClose();
                  },
                  onError: (error) => toast({ tone: "danger", title: t`The course was not published`, message: refusal(error) }),
                },
              )
            }
          >
            <Trans>Publish</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {course.status !== "published" && (
          <p>
            {course.selfEnrol ? (
              <Trans>
                <bdi>{title}</bdi> appears in the catalog, and everyone in this portal can enrol.
              </Trans>
            ) : (
              <Trans>
                <bdi>{title}</bdi> appears in the catalog for everyone to see; only people it is assigned to can start.
              </Trans>
            )}
          </p>
        )}
        {makesVersion && !isFirst && (
          <ul className="stack-s">
            <li>
              <Plural
                value={learners.notStarted}
                _0="Nobody is waiting to start."
                one="# person who has not started gets the new version."
                other="# people who have not started get the new version."
              />
            </li>
            <li>
              <Plural
                value={learners.inProgress}
                _0="Nobody is in progress."
                one="# person in progress stays on the version they started with, and loses nothing."
                other="# people in progress stay on the version they started with, and lose nothing."
              />
            </li>
            <li>
              <Plural
                value={learners.completed}
                _0="Nobody has completed it."
                one="# person who completed it keeps the result."
                other="# people who completed it keep their results."
              />
            </li>
          </ul>
        )}
        {makesVersion && (
          <TextField
            label={t`What changed`}
            isOptional
            description={t`For you and other editors; it is shown in the list of versions.`}
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={setNote}
          />
        )}
      </div>
    </Dialog>
  );
}
