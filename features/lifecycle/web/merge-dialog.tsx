import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { RecordsDialogProps } from "./erase-dialog.tsx";
import { mergeQuery, useMergePeople } from "./hooks.ts";
import { keyOf, MergeChoices, type Side } from "./merge-choices.tsx";
import { OtherPerson } from "./other-person.tsx";
import { useMergeWords } from "./use-merge-words.ts";
import "./records.css";

export interface MergeDialogProps extends RecordsDialogProps {
  readonly name: string;
  /** The other person, where it is known who that is. */
  readonly otherId?: number;
}

/** Merges this person and another one: who it is, who is kept, what moves, and what is taken where both have something (USR-4). */
export function MergeDialog({ isOpen, ...props }: MergeDialogProps) {
  return isOpen ? <Merge {...props} /> : null;
}

function Merge({ userId, name, otherId: given, onClose }: Omit<MergeDialogProps, "isOpen">) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [otherId, setOtherId] = useState(given ?? 0);
  const [keeps, setKeeps] = useState<"this" | "other">("this");
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const [keptId, goneId] = keeps === "this" ? [userId, otherId] : [otherId, userId];
  const query = useQuery({ ...mergeQuery(keptId, goneId), enabled: otherId > 0 });
  const merge = useMergePeople();
  const words = useMergeWords();
  const preview = otherId > 0 ? query.data : undefined;
  const sideOf = (key: string, byItself: Side) => chosen[key] ?? byItself;
  const send = () => {
    if (!preview) return;
    const taken = preview.fields.filter((field) => field.kept !== null && sideOf(keyOf.field(field.id), "kept") === "gone");
    merge.mutate(
      {
        keptId,
        goneId,
        fields: taken.flatMap(({ id }) => (id === null ? [] : [id])),
        externalId: taken.some(({ id }) => id === null),
        courses: preview.courses
          .filter((course) => sideOf(keyOf.course(course.courseId), keyOf.better(course)) === "gone")
          .map(({ courseId }) => courseId),
      },
      {
        onSuccess: ({ jobId }) => {
          onClose();
          void navigate(`/jobs/${jobId}`);
        },
      },
    );
  };
  return (
    <Dialog
      title={t`Merge ${name} with another person`}
      width="half"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {preview?.hindrance === null && (
            <Button variant="primary" isPending={merge.isPending} pendingLabel={t`Saving`} onPress={send}>
              <Trans>Merge</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {merge.error && (
          <Banner tone="danger" role="alert">
            {merge.error.message}
          </Banner>
        )}
        {otherId === 0 ? (
          <OtherPerson userId={userId} onChoose={setOtherId} />
        ) : query.isError && !preview ? (
          <ErrorState
            title={t`What would move could not be loaded`}
            safe={t`Nothing was changed.`}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <BusyRegion isBusy={!preview} label={t`Loading what would move`} skeleton={<Skeleton count={6} />}>
            {preview && (
              <div className="stack">
                <RadioGroup
                  label={t`Who is kept`}
                  options={[keeps === "this" ? preview.kept : preview.gone, keeps === "this" ? preview.gone : preview.kept].map(
                    (party, nth) => ({
                      id: nth === 0 ? ("this" as const) : ("other" as const),
                      label: `${party.name} · ${party.email}`,
                      description: words.party(party),
                    }),
                  )}
                  value={keeps}
                  onChange={setKeeps}
                />
                {preview.hindrance === null ? (
                  <MergeChoices preview={preview} sideOf={sideOf} onChoose={(key, side) => setChosen({ ...chosen, [key]: side })} />
                ) : (
                  <Banner tone="warning" title={words.hindrances[preview.hindrance]} />
                )}
              </div>
            )}
          </BusyRegion>
        )}
        {given === undefined && otherId > 0 && (
          <div>
            <Button variant="quiet" onPress={() => setOtherId(0)}>
              <Trans>Choose another person</Trans>
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
