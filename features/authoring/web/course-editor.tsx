import { plural } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { get, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { SaveBar, SaveBars } from "#ui/save-bar.tsx";
import { CourseFields } from "../contract.ts";
import type { EditorCourse } from "../contract.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { LearnersSection } from "./learners-section.tsx";
import { DetailsFields } from "./details-fields.tsx";
import type { EditorControl, EditorValues, FieldName } from "./editor-values.ts";
import { fieldId, fieldOrder, messageIn, valuesOf } from "./editor-values.ts";
import { editorQuery, hasChanged, useSaveCourse } from "./hooks.ts";
import { PackageCard } from "./package-card.tsx";
import { PolicyFields } from "./policy-fields.tsx";
import { CourseTeam } from "./settings/course-team.tsx";
import { CoverField } from "./settings/cover-field.tsx";
import { ListingFields, OfferFields } from "./settings/offer-fields.tsx";
import { PublishSide } from "./publish-side.tsx";

/** Loaded after the editor itself: few portals have fields of courses. */
const CourseFieldValues = lazyPart(() => import("#features/fields/web/course-field-values.tsx"));

type Saved = z.output<typeof CourseFields>;

/** The editor of one SCORM course: the form is saved as a whole; package, publishing and learners have actions of their own. */
export function CourseEditor({ course }: { course: EditorCourse }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const save = useSaveCourse(course.id);
  const [theirs, setTheirs] = useState<EditorCourse | null>(null);
  const form = useForm<EditorValues, unknown, Saved>({
    resolver: zodResolver(CourseFields),
    defaultValues: valuesOf(course),
    shouldFocusError: false,
  });
  const { control, formState } = form;

  const { isDirty, defaultValues } = formState;
  useEffect(() => {
    // A new package may bring a title; what somebody has typed is kept.
    if (!isDirty) form.reset(valuesOf(course));
  }, [course, form, isDirty]);
  // While somebody types, the course may be fetched again: what another author changed in it meanwhile is not what this form was filled from.
  const isStale = isDirty && JSON.stringify(valuesOf(course)) !== JSON.stringify(defaultValues);

  function send(fields: Saved, revision: number) {
    save.mutate(
      { ...fields, revision },
      {
        onSuccess: (saved) => {
          form.reset(valuesOf(saved));
          setTheirs(null);
          announce(t`Saved`);
        },
        onError: (error) => void refused(error),
      },
    );
  }

  /** Saves another completion rule and nothing else: what else has been typed stays as it is, unsaved. */
  function propose(policy: Saved["policy"]) {
    const { revision } = course;
    save.mutate(
      { ...CourseFields.parse(valuesOf(course)), policy, revision },
      {
        onSuccess(saved) {
          form.resetField("policy", { defaultValue: saved.policy });
          announce(t`Saved`);
        },
        onError: (error) => void refused(error),
      },
    );
  }

  async function refused(error: Error) {
    if (hasChanged(error)) {
      const newest = await client.fetchQuery({ ...editorQuery(course.id), staleTime: 0 }).catch(() => null);
      if (newest) return setTheirs(newest);
    }
    const known = error instanceof CallError ? error.errors.filter(({ field }) => (fieldOrder as readonly string[]).includes(field)) : [];
    for (const { field, message } of known) form.setError(field as FieldName, { message });
    if (known.length === 0) toast({ tone: "danger", title: t`The course was not saved`, message: error.message });
  }

  const submit = form.handleSubmit((fields) => (isStale ? setTheirs(course) : send(fields, course.revision)));
  const errors = fieldOrder.flatMap((name) => {
    const message = messageIn(get(formState.errors, name));
    return message ? [{ id: fieldId(name), message }] : [];
  });
  return (
    <SaveBars>
      <div className="editor">
        <div className="editor-main">
          <form id="editor" noValidate className="editor-main" onSubmit={(event) => void submit(event)}>
            <FormErrorSummary errors={errors} focusKey={formState.submitCount} />
            <Parts control={control} course={course} />
          </form>
          <CourseFieldValues courseId={course.id} />
          <Part id="part-package" title={<Trans>Package</Trans>}>
            <PackageCard course={course} onRule={propose} isSaving={save.isPending} />
          </Part>
          <CourseTeam courseId={course.id} />
          <Part id="part-learners" title={<Trans>Learners and attempts</Trans>}>
            <LearnersSection course={course} />
          </Part>
          {course.versions.length > 0 && (
            <Part id="part-versions" title={<Trans>Versions</Trans>}>
              <Versions versions={course.versions} />
            </Part>
          )}
        </div>
        <PublishSide course={course} saving={save.isPending ? "saving" : isDirty ? "dirty" : "saved"} />
      </div>
      <SaveBar
        question={t`${plural(Object.keys(formState.dirtyFields).length, {
          one: "Leave without saving # change to this course?",
          other: "Leave without saving # changes to this course?",
        })}`}
        form="editor"
        isDirty={isDirty}
        isSaving={save.isPending}
        onDiscard={() => form.reset(valuesOf(course))}
      />
      {theirs && (
        <ConflictDialog
          theirs={theirs}
          mine={form.getValues()}
          isSaving={save.isPending}
          onTakeTheirs={() => {
            form.reset(valuesOf(theirs));
            setTheirs(null);
          }}
          onKeepMine={() => void form.handleSubmit((fields) => send(fields, theirs.revision))()}
          onClose={() => setTheirs(null)}
        />
      )}
    </SaveBars>
  );
}

function Parts({ control, course }: { control: EditorControl; course: EditorCourse }) {
  return (
    <>
      <Part id="part-details" title={<Trans>Details</Trans>}>
        <CoverField control={control} courseId={course.id} />
        <DetailsFields control={control} course={course} />
      </Part>
      <Part id="part-enrol" title={<Trans>Who may enrol</Trans>}>
        <OfferFields control={control} course={course} />
      </Part>
      <Part id="part-listing" title={<Trans>Where it is found</Trans>}>
        <ListingFields control={control} />
      </Part>
      <Part
        id="part-policy"
        title={<Trans>Completion and score</Trans>}
        note={course.versions.length > 0 && <Trans>Changes here reach learners with the next version you publish.</Trans>}
      >
        <PolicyFields control={control} />
      </Part>
    </>
  );
}

function Part({ id, title, note, children }: { id: string; title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="card editor-part" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p className="muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

function Versions({ versions }: { versions: EditorCourse["versions"] }) {
  const { t, i18n } = useLingui();
  return (
    <ol className="editor-versions">
      {versions.map((version) => {
        const number = i18n.number(version.number);
        const people = i18n.number(version.inProgress);
        return (
          <li key={version.number}>
            <span className="row">
              <strong>{version.isCurrent ? t`Version ${number}, current` : t`Version ${number}`}</strong>
              {version.inProgress > 0 && <span className="muted num">{t`${people} in progress on it`}</span>}
            </span>
            {version.note && (
              <p>
                <bdi>{version.note}</bdi>
              </p>
            )}
            <p className="muted small">
              <Time instant={version.publishedAt} showZone={false} />
              {version.publishedBy && (
                <>
                  {" · "}
                  <bdi>{version.publishedBy}</bdi>
                </>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
