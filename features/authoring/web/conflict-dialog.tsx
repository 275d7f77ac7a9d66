import { Trans, useLingui } from "@lingui/react/macro";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { samePolicy } from "../policy.ts";
import type { EditorCourse } from "../contract.ts";
import type { EditorValues } from "./editor-values.ts";
import { valuesOf } from "./editor-values.ts";

type Props = {
  /** The course as somebody else left it. */
  theirs: EditorCourse;
  mine: EditorValues;
  isSaving: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
};

/** Two people changed the course: both versions of what differs, and a choice. Nothing is overwritten unseen (EDT-10). */
export default function ConflictDialog({ theirs, mine, isSaving, onTakeTheirs, onKeepMine, onClose }: Props) {
  const { t } = useLingui();
  const differences = useDifferences(theirs, mine);
  return (
    <Dialog
      title={t`Somebody else changed this course`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onTakeTheirs} isDisabled={isSaving}>
            <Trans>Use theirs</Trans>
          </Button>
          <Button variant="primary" onPress={onKeepMine} isPending={isSaving} pendingLabel={t`Saving`}>
            <Trans>Save mine</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Your changes are not saved yet. This is what differs:</Trans>
      </p>
      {differences.length === 0 ? (
        <p className="muted">
          <Trans>Nothing: both of you made the same changes.</Trans>
        </p>
      ) : (
        <ul className="editor-differences">
          {differences.map(({ name, theirs: other, mine: own }) => (
            <li key={name}>
              <strong>{name}</strong>
              <dl className="editor-facts">
                <dt>
                  <Trans>Theirs</Trans>
                </dt>
                <dd>
                  <bdi>{other}</bdi>
                </dd>
                <dt>
                  <Trans>Yours</Trans>
                </dt>
                <dd>
                  <bdi>{own}</bdi>
                </dd>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The fields that differ, each with both values in words. */
function useDifferences(theirs: EditorCourse, mine: EditorValues) {
  const { t } = useLingui();
  const words = useCourseWords();
  const other = valuesOf(theirs);
  const categoryNames = (ids: readonly number[]) => theirs.categories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const listed = (items: readonly string[]) => items.filter(Boolean).join(", ") || t`None`;
  const rows = (one: EditorValues): [string, string][] => [
    [t`Title`, one.title],
    [t`Description`, one.summary || t`None`],
    [t`What people can do afterwards`, listed(one.outcomes)],
    [t`Categories`, listed(categoryNames(one.categoryIds))],
    [t`Length in minutes`, Number.isNaN(one.minutes) ? "–" : words.minutes(one.minutes)],
    [t`Language`, words.language(one.language)],
    [t`Who may enrol`, one.selfEnrol ? t`Everyone in this portal` : t`Only people it is given to`],
    [t`How it opens`, one.newWindow ? t`In a window of its own` : t`In the page`],
  ];
  const own = rows(mine);
  const fields = rows(other).flatMap(([name, value], index) => {
    const ownValue = own[index]?.[1] ?? "";
    return value === ownValue ? [] : [{ name, theirs: value, mine: ownValue }];
  });
  return samePolicy(other.policy, mine.policy)
    ? fields
    : [...fields, { name: t`Completion and score`, theirs: t`Their choices`, mine: t`Your choices` }];
}
