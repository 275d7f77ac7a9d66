import { useLingui } from "@lingui/react/macro";
import { toast } from "#ui/toast.ts";

/** Returns a function that says that a group was saved and offers to take it back, which works after the dialog is gone too. */
export function useOfferUndo(): (done: string, undo: () => Promise<unknown>) => void {
  const { t } = useLingui();
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      toast({ tone: "success", title: t`The group is as before` });
    } catch (error) {
      toast({ tone: "danger", title: t`The group stays as it was saved`, message: error instanceof Error ? error.message : "" });
    }
  };
  return (done, undo) => toast({ tone: "success", title: done, action: { label: t`Undo`, onPress: () => void takeBack(undo) } });
}
