import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** A field that two people saved otherwise, with both values as text. */
export interface Difference {
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
}
type Props = {
  differences: readonly Difference[];
  isSaving: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
};

/** Shown when two people changed the course: both values of each field that differs, and a choice. Nothing is overwritten unseen (EDT-10). */
export function ConflictDialog({ differences, isSaving, onTakeTheirs, onKeepMine, onClose }: Props) {
  const { t } = useLingui();
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
