import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { announce } from "../announce.ts";
import { Button } from "../button.tsx";
import { Checkbox } from "../checkbox.tsx";
import { Dialog } from "../dialog.tsx";
import { IconButton } from "../icon-button.tsx";
import "./column-chooser.css";

export interface ColumnChoice {
  readonly id: string;
  readonly label: string;
}
export interface ColumnChooserProps {
  /** Every column that can be shown. */
  readonly choices: readonly ColumnChoice[];
  /** Those that are shown, in their order. */
  readonly shown: readonly string[];
  /** Those that are shown while nothing is chosen. */
  readonly atRest: readonly string[];
  /** null: as it is while nothing is chosen. */
  readonly onChange: (shown: readonly string[] | null) => void;
  readonly onClose: () => void;
}

/** Chooses the columns of a list and their order, by pointer or keyboard. */
export default function ColumnChooser({ choices, shown, atRest, onChange, onClose }: ColumnChooserProps) {
  const { t } = useLingui();
  const known = shown.filter((id) => choices.some((choice) => choice.id === id));
  const [order, setOrder] = useState<readonly string[]>([...known, ...choices.map(({ id }) => id).filter((id) => !known.includes(id))]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(known));
  const labelOf = (id: string) => choices.find((choice) => choice.id === id)?.label ?? id;
  const move = (id: string, by: -1 | 1) => {
    const at = order.indexOf(id);
    const to = at + by;
    if (to < 0 || to >= order.length) return;
    setOrder(order.toSpliced(at, 1).toSpliced(to, 0, id));
    const name = labelOf(id);
    const place = to + 1;
    const total = order.length;
    announce(t`${name}: place ${place} of ${total}`);
  };
  const apply = () => {
    const next = order.filter((id) => chosen.has(id));
    onChange(next.join() === atRest.join() ? null : next);
    onClose();
  };
  return (
    <Dialog
      title={t`Columns`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button
            variant="quiet"
            onPress={() => {
              onChange(null);
              onClose();
            }}
          >
            <Trans>As at first</Trans>
          </Button>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" onPress={apply} isDisabled={chosen.size === 0 || chosen.size > mostColumns}>
            <Trans>Show columns</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {chosen.size > mostColumns && (
          <p role="alert">
            <Trans>Choose {mostColumns} columns or fewer.</Trans>
          </p>
        )}
        <ol className="ui-column-choices" aria-label={t`Columns`}>
          {order.map((id) => {
            const name = labelOf(id);
            return (
              <li key={id}>
                <Checkbox
                  value={chosen.has(id)}
                  onChange={(isShown) => setChosen(new Set(isShown ? [...chosen, id] : [...chosen].filter((one) => one !== id)))}
                >
                  <bdi>{name}</bdi>
                </Checkbox>
                <span className="row">
                  <IconButton icon={ArrowUp} size="s" label={t`Move ${name} up`} onPress={() => move(id, -1)} />
                  <IconButton icon={ArrowDown} size="s" label={t`Move ${name} down`} onPress={() => move(id, 1)} />
                </span>
              </li>
            );
          })}
        </ol>
      </div>
    </Dialog>
  );
}

const mostColumns = 20;
