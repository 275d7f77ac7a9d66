import { useLingui } from "@lingui/react/macro";
import { CircleQuestionMark } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Column } from "#ui/data-table.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { PersonRow } from "../contract.ts";

const WhyDialog = lazyPart(() => import("./why-dialog.tsx"));

/** A column that tells why somebody fits the list's condition, and its dialog; no column without a condition. */
export function useWhy(condition: string | null): { columns: Column<PersonRow>[]; dialog: ReactNode } {
  const { t } = useLingui();
  const [asked, setAsked] = useState<PersonRow | null>(null);
  const close = () => setAsked(null);
  const column: Column<PersonRow> = {
    id: "why",
    header: t`Why here`,
    cell: (row) => {
      const { name } = row;
      return <IconButton icon={CircleQuestionMark} size="s" label={t`Why is ${name} here?`} onPress={() => setAsked(row)} />;
    },
  };
  return {
    columns: condition === null ? [] : [column],
    dialog: asked && condition !== null && <WhyDialog person={asked} condition={condition} onClose={close} onGiveUp={close} />,
  };
}
