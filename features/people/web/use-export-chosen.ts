import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { exportAddress } from "#platform/list/list.ts";
import type { BulkAction } from "#ui/list-screen/selection-bar.tsx";
import { toast } from "#ui/toast.ts";
import { listPeople, mostNamed } from "../contract.ts";

/** Exports whoever is chosen in the list of people, in its order and with its columns. */
export function useExportChosen({
  sort,
  columns,
}: {
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}): BulkAction {
  const { t, i18n } = useLingui();
  return {
    id: "export",
    label: t`Export CSV`,
    icon: Download,
    run(target) {
      if ("ids" in target && target.ids.length > mostNamed) {
        const most = i18n.number(mostNamed);
        toast({ tone: "danger", title: t`Choose ${most} people or fewer, or all that match.` });
        return;
      }
      const link = document.createElement("a");
      link.href = exportAddress(listPeople.path, "ids" in target ? { ids: target.ids.join(), sort, columns } : target.all);
      link.download = "";
      link.click();
    },
  };
}
