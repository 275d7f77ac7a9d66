import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { Ellipsis, X } from "lucide-react";
import { useEffect } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { announce } from "../announce.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { IconButton } from "../icon-button.tsx";
import { Menu } from "../menu.tsx";
import type { Selection, Target } from "./use-selection.ts";

/** An action on the chosen rows. run: does it, or opens a confirmation first; its `clear` unselects the rows. */
export type BulkAction = {
  id: string;
  label: string;
  icon?: LucideIcon;
  isDangerous?: boolean;
  /** In the menu of further actions, not a button of its own. */
  isMore?: boolean;
  run: (target: Target, clear: () => void) => void;
};

type Props = { selection: Selection; total: number; actions: readonly BulkAction[] };

/** How many rows are chosen, and the actions on them. */
export default function SelectionBar({ selection, total, actions }: Props) {
  const { t, i18n } = useLingui();
  const count = selection.isAll ? total : selection.ids.size;
  const shown = i18n.number(count);
  const all = i18n.number(total);
  const more = actions.filter(({ isMore }) => isMore);
  useEffect(() => announce(t`${shown} selected`), [shown, t]);
  return (
    <div className="ui-listing-chosen" role="group" aria-label={t`Selection`}>
      <IconButton label={t`Clear the selection`} icon={X} tipFrom="start" onPress={selection.clear} />
      <strong className="num">
        <Trans>
          <bdi>{shown}</bdi> selected
        </Trans>
      </strong>
      {count < total && (
        <Button variant="quiet" onPress={selection.chooseAll}>
          <Plural value={total} one="Select the one that matches" other={`Select all ${all} that match`} />
        </Button>
      )}
      <div className="row ui-listing-actions">
        {actions
          .filter(({ isMore }) => !isMore)
          .map(({ id, label, icon, isDangerous, run }) => (
            <Button
              key={id}
              {...(icon && { icon })}
              variant={isDangerous ? "danger" : "secondary"}
              onPress={() => run(selection.target(), selection.clear)}
            >
              {label}
            </Button>
          ))}
        {more.length > 0 && (
          <Menu
            label={t`More actions`}
            trigger={
              <AriaButton className="ui-button">
                <Icon of={Ellipsis} />
                {t`More actions`}
              </AriaButton>
            }
            items={more.map(({ id, label, icon, isDangerous, run }) => ({
              id,
              label,
              ...(icon && { icon }),
              ...(isDangerous && { tone: "danger" as const }),
              onAction: () => run(selection.target(), selection.clear),
            }))}
          />
        )}
      </div>
    </div>
  );
}
