import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import type { DocumentOnItsWay } from "./use-document.ts";

interface DocumentButtonsProps {
  readonly document: DocumentOnItsWay;
  /** What adds it is called, and what is said while that goes on. */
  readonly add: string;
  readonly adding: string;
  readonly onAdd: () => void;
}

/** The buttons of a dialog with a document: the look at a pasted text, then adding what was shown or choosing another one. */
export function DocumentButtons({ document, add, adding, onAdd }: DocumentButtonsProps) {
  const { t } = useLingui();
  if (!document.shown)
    return (
      <Button
        variant="primary"
        isDisabled={document.text.trim() === ""}
        isPending={document.isLooking}
        pendingLabel={t`Reading`}
        onPress={() => document.take(new File([document.text], `${t`Pasted text`}.md`, { type: "text/markdown" }))}
      >
        <Trans>Show what it makes</Trans>
      </Button>
    );
  return (
    <>
      <Button isDisabled={document.isAdding} onPress={document.again}>
        <Trans>Choose another</Trans>
      </Button>
      <Button variant="primary" isPending={document.isAdding} pendingLabel={adding} onPress={onAdd}>
        {add}
      </Button>
    </>
  );
}
