import { plural } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CourseFields } from "#features/authoring/fields-contract.ts";
import { ConflictDialog } from "#features/authoring/web/conflict-dialog.tsx";
import { EditorPart } from "#features/authoring/web/editor-part.tsx";
import { DetailsFields } from "#features/authoring/web/details-fields.tsx";
import { fieldId, fieldOrder, messageIn, valuesOf, type EditorValues, type FieldName } from "#features/authoring/web/editor-values.ts";
import { CourseTeam } from "#features/authoring/web/settings/course-team.tsx";
import { CoverField } from "#features/authoring/web/settings/cover-field.tsx";
import { ListingFields, OfferFields } from "#features/authoring/web/settings/offer-fields.tsx";
import { useDifferences } from "#features/authoring/web/use-field-words.ts";
import { pagesNamed } from "#features/courses/shown-rule.ts";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { PassingWords } from "#features/courses/web/passing-words.tsx";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { call, CallError } from "#platform/call.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { announce } from "#ui/announce.ts";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { SaveBar, SaveBars } from "#ui/save-bar.tsx";
import { toast } from "#ui/toast.ts";
import { saveDetails, type EditorDraft } from "../../contract.ts";
import { useRenewDraft } from "../hooks.ts";

/** Loaded after the settings themselves: few portals have fields of courses. */
const CourseFieldValues = lazyPart(() => import("#features/fields/web/course-field-values.tsx"));

type Saved = z.output<typeof CourseFields>;

/** The settings of a course: everything that is not its content, saved together; they take effect at once, for learners too. */
export function CourseSettings({ draft }: { draft: EditorDraft }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const renew = useRenewDraft(draft.id);
  const [theirs, setTheirs] = useState<EditorDraft | null>(null);
  const differences = useDifferences(theirs ?? draft);
  const form = useForm<EditorValues, unknown, Saved>({
    resolver: zodResolver(CourseFields),
    defaultValues: valuesOf(draft),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { isDirty, defaultValues } = formState;
  useEffect(() => {
    // Publishing and a colleague's save bring another draft; what somebody has typed is kept.
    if (!isDirty) form.reset(valuesOf(draft));
  }, [draft, form, isDirty]);
  // While somebody types, the draft may be fetched again: what another author changed in it meanwhile is not what this form was filled from.
  const isStale = isDirty && JSON.stringify(valuesOf(draft)) !== JSON.stringify(defaultValues);

  const put = ({ fields, revision }: { fields: Saved; revision: number }) =>
    call(saveDetails, { params: { courseId: draft.id }, body: { ...fields, revision } });
  const save = useMutation({
    mutationFn: put,
    async onSuccess() {
      const before = CourseFields.safeParse(valuesOf(theirs ?? draft));
      const saved = await renew();
      form.reset(valuesOf(saved));
      setTheirs(null);
      announce(t`Saved`);
      if (before.success)
        toast({
          tone: "success",
          title: t`The settings were saved`,
          action: { label: t`Undo`, onPress: () => takeBack.mutate({ fields: before.data, revision: saved.revision }) },
        });
      await refetchWhatShows(client, courseSubject);
    },
    async onError(error) {
      if (error instanceof CallError && error.code === "changed") {
        const newest = await renew().catch(() => null);
        if (newest) return setTheirs(newest);
      }
      const known = error instanceof CallError ? error.errors.filter(({ field }) => (fieldOrder as readonly string[]).includes(field)) : [];
      for (const { field, message } of known) form.setError(field as FieldName, { message });
      if (known.length === 0) toast({ tone: "danger", title: t`The course was not saved`, message: error.message });
    },
  });

  const takeBack = useMutation({
    mutationFn: put,
    async onSuccess() {
      form.reset(valuesOf(await renew()));
      toast({ tone: "success", title: t`The settings are as they were before` });
      await refetchWhatShows(client, courseSubject);
    },
    onError: (error) => toast({ tone: "danger", title: t`This could not be undone`, message: error.message }),
  });

  const send = (revision: number) => form.handleSubmit((fields) => save.mutate({ fields, revision }));
  const submit = form.handleSubmit((fields) => (isStale ? setTheirs(draft) : save.mutate({ fields, revision: draft.revision })));
  const errors = fieldOrder.flatMap((name) => {
    const message = messageIn(get(formState.errors, name));
    return message ? [{ id: fieldId(name), message }] : [];
  });
  return (
    <div className="editor-main">
      <SaveBars>
        <form id="course-settings" noValidate className="editor-main" onSubmit={(event) => void submit(event)}>
          <FormErrorSummary errors={errors} focusKey={formState.submitCount} />
          <EditorPart id="part-details" title={<Trans>Details</Trans>}>
            <CoverField control={control} courseId={draft.id} />
            <DetailsFields control={control} course={draft} />
          </EditorPart>
          <EditorPart id="part-enrol" title={<Trans>Who may enrol</Trans>}>
            <OfferFields control={control} course={draft} />
          </EditorPart>
          <EditorPart id="part-listing" title={<Trans>Where it is found</Trans>}>
            <ListingFields control={control} />
          </EditorPart>
        </form>
        <EditorPart
          id="part-rule"
          title={<Trans>When it counts as complete</Trans>}
          note={
            draft.type === "scorm" ? (
              <Trans>You change this beside its package. It reaches learners with the next version.</Trans>
            ) : (
              <Trans>You change this in the properties of the course, beside its content. It reaches learners with the next version.</Trans>
            )
          }
        >
          <CourseRuleWords
            className="details-rules"
            completion={{
              rule: draft.completion,
              quizzes: {},
              ...pagesNamed(draft.completion, draft.pages),
              hasParts: draft.pages.length > 1,
            }}
          />
          <PassingWords rule={draft.completion} />
        </EditorPart>
        <CourseFieldValues courseId={draft.id} />
        <CourseTeam courseId={draft.id} />
        <SaveBar
          question={t`${plural(Object.keys(formState.dirtyFields).length, {
            one: "Leave without saving # change to this course?",
            other: "Leave without saving # changes to this course?",
          })}`}
          form="course-settings"
          isDirty={isDirty}
          isSaving={save.isPending}
          onDiscard={() => form.reset(valuesOf(draft))}
        />
      </SaveBars>
      {theirs && (
        <ConflictDialog
          differences={differences(form.getValues())}
          isSaving={save.isPending}
          onTakeTheirs={() => {
            form.reset(valuesOf(theirs));
            setTheirs(null);
          }}
          onKeepMine={() => void send(theirs.revision)()}
          onClose={() => setTheirs(null)}
        />
      )}
    </div>
  );
}
