import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { wordsOfBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { blockMenu } from "#features/blocks/web/editors.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { failureWords } from "./failure-words.ts";
import { useMakeReusable } from "./hooks.ts";

interface MakeReusableDialogProps {
  readonly courseId: number;
  readonly block: Block;
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** Called with what it is linked to from now on. */
  readonly onMade: (from: { reusableId: number; revision: number }) => void;
}

/** The first words of a block, whole, or else the name of its kind. */
function titleOf(block: Block, kind: string): string {
  const words = wordsOfBlock(block).join(" ").trim();
  if (words.length <= 60) return words || kind;
  const begins = words.slice(0, 61);
  const end = Math.max(...[" ", "\n", "\t"].map((space) => begins.lastIndexOf(space)));
  return begins.slice(0, end > 0 ? end : 60).trimEnd() || kind;
}

/** Asks under which title a block is offered to other courses. */
export default function MakeReusableDialog({ courseId, block, isOpen = true, onClose, onMade }: MakeReusableDialogProps) {
  const { t, i18n } = useLingui();
  const [title, setTitle] = useState(() => titleOf(block, i18n._(blockMenu[block.kind].name)));
  const make = useMakeReusable(courseId);
  const ask = () =>
    make.mutate(
      { title, block },
      {
        onSuccess: ({ id, revision }) => {
          onMade({ reusableId: id, revision });
          toast({ tone: "success", title: t`The block is reusable now` });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t`Make this block reusable`}
      isOpen={isOpen}
      onClose={onClose}
      action={<Trans>Make reusable</Trans>}
      isPending={make.isPending}
      failure={failureWords(make.error)}
      onAction={ask}
    >
      <p>
        <Trans>
          All authors of this portal can then use it in their courses. Where it is linked, they are told when you save a new content for it.
        </Trans>
      </p>
      <TextField label={t`Title`} dir="auto" maxLength={200} autoFocus value={title} onChange={setTitle} />
    </FormDialog>
  );
}
