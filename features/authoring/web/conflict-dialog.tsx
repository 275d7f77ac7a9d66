import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { samePolicy } from "../policy.ts";
import type { EditorCourse } from "../contract.ts";
import { useFieldWords } from "./use-field-words.ts";
import type { EditorValues } from "./editor-values.ts";

type Props = {
  /** The course with the other person's changes. */
  theirs: EditorValues & Pick<EditorCourse, "categories" | "required">;
  mine: EditorValues;
  isSaving: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
};

/** Shown when two people changed the course: both values of each field that differs, and a choice. Nothing is overwritten unseen (EDT-10). */
export function ConflictDialog({ theirs, mine, isSaving, onTakeTheirs, onKeepMine, onClose }: Props) {
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

/** The fields that differ, each with both values as text. */
function useDifferences(theirs: Props["theirs"], mine: EditorValues) {
  const { t } = useLingui();
  const words = useFieldWords(theirs);
  const fields = words.flatMap(({ label, value }) => {
    const [theirValue, ownValue] = [value(theirs), value(mine)];
    return theirValue === ownValue ? [] : [{ name: label, theirs: theirValue, mine: ownValue }];
  });
  return samePolicy(theirs.policy, mine.policy)
    ? fields
    : [...fields, { name: t`Completion and score`, theirs: t`Their choices`, mine: t`Your choices` }];
}
