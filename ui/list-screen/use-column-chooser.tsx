import { Trans } from "@lingui/react/macro";
import { Columns3 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { lazyPart } from "../lazy-part.tsx";
import type { ColumnChooserProps } from "./column-chooser.tsx";

const ColumnChooser = lazyPart(() => import("./column-chooser.tsx"));

/** The button that chooses the columns of a list, for its bar, and its dialog. onChange gets none where none are chosen. The list has a filter `columns`, so address, views and export carry them. */
export function useColumnChooser(
  columns: Pick<ColumnChooserProps, "choices" | "shown" | "atRest">,
  onChange: (columns: readonly string[]) => void,
): { button: ReactNode; dialog: ReactNode } {
  const [isChoosing, setChoosing] = useState(false);
  const close = () => setChoosing(false);
  return {
    button: (
      <Button icon={Columns3} onPress={() => setChoosing(true)}>
        <Trans>Columns</Trans>
      </Button>
    ),
    dialog: isChoosing && <ColumnChooser {...columns} onChange={(next) => onChange(next ?? [])} onClose={close} onGiveUp={close} />,
  };
}
