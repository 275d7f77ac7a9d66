import { plural } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar, SaveBars } from "#ui/save-bar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { PackageRules, type PackageDraft } from "../contract.ts";
import { samePolicy } from "../policy.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EditorPart } from "./editor-part.tsx";
import { fieldId, messageIn } from "./editor-values.ts";
import { hasChanged, packageQuery, useSaveRules } from "./hooks.ts";
import { PackageCard } from "./package-card.tsx";
import { PolicyFields, ruleNames, rulesOf, type RuleValues } from "./policy-fields.tsx";
import "./authoring.css";

interface PackageTabProps {
  readonly courseId: number;
  /** Of the course, as the editor knows it: a newer one means that the package or its rules may be others by now. */
  readonly revision: number;
  /** Is told that the draft differs from what the editor knows. */
  readonly onChanged: () => void;
  /** Is told whether something typed here is not saved. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** The content of a SCORM course: its package, and what counts as complete and as passed in it. Default export, because it is loaded lazily. */
export default function PackageTab({ courseId, revision, onChanged, onDirty }: PackageTabProps) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(packageQuery(courseId));
  const known = data?.revision ?? revision;
  useEffect(() => {
    if (known < revision) void refetch();
    if (known > revision) onChanged();
  }, [known, revision, refetch, onChanged]);
  if (error && !data)
    return (
      <ErrorState
        title={t`The package could not be loaded`}
        safe={t`Nothing was changed.`}
        requestId={error instanceof CallError ? error.requestId : undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return (
    <BusyRegion isBusy={!data} label={t`Loading the package`} skeleton={<Skeleton count={8} />}>
      {data && <Shown course={data} onChanged={onChanged} onDirty={onDirty} />}
    </BusyRegion>
  );
}

type Saved = z.output<typeof PackageRules>;

function Shown({ course, onChanged, onDirty }: { course: PackageDraft } & Pick<PackageTabProps, "onChanged" | "onDirty">) {
  const { t } = useLingui();
  const save = useSaveRules(course.id);
  const [isConflict, setConflict] = useState(false);
  const form = useForm<RuleValues, unknown, Saved>({
    resolver: zodResolver(PackageRules),
    defaultValues: rulesOf(course),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { isDirty, defaultValues } = formState;
  useEffect(() => {
    // A new package may open in another way; what somebody has chosen is kept.
    if (!isDirty) form.reset(rulesOf(course));
  }, [course, form, isDirty]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  // Fetched again while somebody chooses: what a colleague saved meanwhile is not what this form was filled from.
  const isStale = isDirty && JSON.stringify(rulesOf(course)) !== JSON.stringify(defaultValues);

  const send = (rules: Saved) =>
    save.mutate(
      { ...rules, revision: course.revision },
      {
        onSuccess(saved) {
          form.reset(rulesOf(saved));
          setConflict(false);
          announce(t`Saved`);
          onChanged();
        },
        onError(error) {
          if (hasChanged(error)) return setConflict(true);
          const known =
            error instanceof CallError ? error.errors.filter(({ field }) => (ruleNames as readonly string[]).includes(field)) : [];
          for (const { field, message } of known) form.setError(field as (typeof ruleNames)[number], { message });
          if (known.length === 0) toast({ tone: "danger", title: t`The course was not saved`, message: error.message });
        },
      },
    );
  const submit = form.handleSubmit((rules) => (isStale ? setConflict(true) : send(rules)));
  const errors = ruleNames.flatMap((name) => {
    const message = messageIn(get(formState.errors, name));
    return message ? [{ id: fieldId(name), message }] : [];
  });
  const mine = form.getValues();
  const theirs = rulesOf(course);
  return (
    <SaveBars>
      <div className="editor-main">
        <EditorPart id="part-package" title={<Trans>Package</Trans>}>
          <PackageCard
            course={course}
            onRule={(policy) => send({ policy, newWindow: course.newWindow })}
            isSaving={save.isPending}
            onReplaced={onChanged}
          />
        </EditorPart>
        <form id="package-rules" noValidate className="editor-main" onSubmit={(event) => void submit(event)}>
          <FormErrorSummary errors={errors} focusKey={formState.submitCount} />
          <EditorPart
            id="part-policy"
            title={<Trans>Completion and score</Trans>}
            note={course.hasVersions && <Trans>Changes here reach learners with the next version you publish.</Trans>}
          >
            <PolicyFields control={control} />
          </EditorPart>
        </form>
      </div>
      <SaveBar
        question={t`${plural(Object.keys(formState.dirtyFields).length, {
          one: "Leave without saving # change to this course?",
          other: "Leave without saving # changes to this course?",
        })}`}
        form="package-rules"
        isDirty={isDirty}
        isSaving={save.isPending}
        onDiscard={() => form.reset(rulesOf(course))}
      />
      {isConflict && (
        <ConflictDialog
          differences={[
            ...(samePolicy(theirs.policy, mine.policy)
              ? []
              : [{ name: t`Completion and score`, theirs: t`Their choices`, mine: t`Your choices` }]),
            ...(theirs.newWindow === mine.newWindow
              ? []
              : [{ name: t`How it opens`, theirs: windowWords(theirs.newWindow), mine: windowWords(mine.newWindow) }]),
          ]}
          isSaving={save.isPending}
          onTakeTheirs={() => {
            form.reset(theirs);
            setConflict(false);
          }}
          onKeepMine={() => void form.handleSubmit(send)()}
          onClose={() => setConflict(false)}
        />
      )}
    </SaveBars>
  );

  function windowWords(isWindow: boolean) {
    return isWindow ? t`In a window of its own` : t`In the page`;
  }
}
