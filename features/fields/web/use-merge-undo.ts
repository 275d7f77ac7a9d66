import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { toast } from "#ui/toast.ts";
import type { ListedField } from "../contract.ts";
import type { FieldOption } from "../definition.ts";
import { useUndoMerge } from "./hooks.ts";

/** Says that two values of a list were merged and offers to undo it, also after the dialog is gone; undo says what came back and what stays. A job says so itself when it ends. */
export function useMergeUndo({ id: fieldId, subject }: ListedField) {
  const { t } = useLingui();
  const undoing = useUndoMerge();
  const inBackground = t`It goes on in the background. Jobs, at the top, shows how far it is.`;
  const backWords = (count: number) =>
    subject === "course"
      ? t`${plural(count, { one: "# course has it again.", other: "# courses have it again." })}`
      : t`${plural(count, { one: "# person has it again.", other: "# people have it again." })}`;
  const leftWords = (count: number) =>
    subject === "course"
      ? t`${plural(count, { one: "# course changed since and keeps what is there now.", other: "# courses changed since and keep what is there now." })}`
      : t`${plural(count, { one: "# person changed since and keeps what is there now.", other: "# people changed since and keep what is there now." })}`;
  const undo = async ({ name }: FieldOption, mergeId: number) => {
    try {
      const { back, left, jobId } = await undoing.mutateAsync({ params: { fieldId, mergeId } });
      if (jobId !== null) {
        toast({ title: t`The merge of ${name} is being undone`, message: inBackground });
        return;
      }
      const message = [back > 0 && backWords(back), left > 0 && leftWords(left)].filter(Boolean).join(" ");
      toast({ tone: "success", title: t`${name} is back`, message });
    } catch (error) {
      toast({ tone: "danger", title: t`The merge was not undone`, message: error instanceof Error ? error.message : "" });
    }
  };
  const offer = (option: FieldOption, into: string, mergeId: number | null) => {
    const { name } = option;
    if (mergeId === null) toast({ title: t`${name} is being merged into ${into}`, message: inBackground });
    else
      toast({
        tone: "success",
        title: t`${name} was merged into ${into}`,
        action: { label: t`Undo`, onPress: () => void undo(option, mergeId) },
      });
  };
  return { undo, offer, isPending: undoing.isPending };
}
