import { Trans, useLingui } from "@lingui/react/macro";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { MergePreview } from "../contract.ts";
import { useMergeWords } from "./use-merge-words.ts";

export type Side = "kept" | "gone";
type Course = MergePreview["courses"][number];

/** The names of the choices, and what is chosen where nobody chose: the attempt that is further. */
export const keyOf = {
  field: (id: number | null) => `field-${id ?? "external"}`,
  course: (id: number) => `course-${id}`,
  better: ({ kept, gone }: Pick<Course, "kept" | "gone">): Side =>
    gone.isComplete !== kept.isComplete ? (gone.isComplete ? "gone" : "kept") : gone.percent > kept.percent ? "gone" : "kept",
};

interface Props {
  readonly preview: MergePreview;
  readonly sideOf: (key: string, byItself: Side) => Side;
  readonly onChoose: (key: string, side: Side) => void;
}

/** What goes over, and what has to be chosen where both have something. */
export function MergeChoices({ preview, sideOf, onChoose }: Props) {
  const { t } = useLingui();
  const words = useMergeWords();
  const { kept, gone, fields, courses } = preview;
  const { name: keptName } = kept;
  const { name: goneName, email: goneEmail } = gone;
  const moves = preview.moves.filter(({ count }) => count > 0);
  const conflicts = fields.filter((field) => field.kept !== null);
  const filled = fields.filter((field) => field.kept === null);
  return (
    <>
      <section className="records-part">
        <h3>{t`What goes over to ${keptName}`}</h3>
        <ul>
          {moves.map(({ kind, count }) => (
            <li key={kind}>{words.moved(kind, count)}</li>
          ))}
          {filled.map((field) => (
            <li key={keyOf.field(field.id)}>
              <bdi>
                {field.name}: {field.gone}
              </bdi>
            </li>
          ))}
          {moves.length + filled.length === 0 && <li className="muted">{t`Nothing`}</li>}
        </ul>
        <p className="muted">
          <Trans>
            <bdi>{goneName}</bdi> is signed out and stands in no list any more. Who signs in with {goneEmail} is told which account to use.
            This can be undone for 7 days.
          </Trans>
        </p>
      </section>
      {conflicts.map((field) => (
        <RadioGroup<Side>
          key={keyOf.field(field.id)}
          label={field.name}
          options={[
            { id: "kept", label: field.kept ?? "", description: t`Of the one who is kept` },
            { id: "gone", label: field.gone, description: t`Of the other one` },
          ]}
          value={sideOf(keyOf.field(field.id), "kept")}
          onChange={(side) => onChoose(keyOf.field(field.id), side)}
        />
      ))}
      {courses.map(({ title, ...course }) => (
        <RadioGroup<Side>
          key={course.courseId}
          label={t`Attempt that counts in ${title}`}
          description={t`The other one stays in the history.`}
          options={[
            { id: "kept", label: words.attempt(course.kept), description: t`Of the one who is kept` },
            { id: "gone", label: words.attempt(course.gone), description: t`Of the other one` },
          ]}
          value={sideOf(keyOf.course(course.courseId), keyOf.better(course))}
          onChange={(side) => onChoose(keyOf.course(course.courseId), side)}
        />
      ))}
    </>
  );
}
