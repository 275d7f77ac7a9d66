import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Icon } from "./icon.tsx";
import "./list-box.css";

export type Option<Id extends string> = { id: Id; label: string; description?: string; isDisabled?: boolean };

/** The list inside a Select or ComboBox. */
export function OptionList<Id extends string>({ options }: { options?: readonly Option<Id>[] }) {
  const { t } = useLingui();
  return (
    <ListBox className="ui-list" items={options} renderEmptyState={() => <p className="ui-list-head">{t`Nothing matches.`}</p>}>
      {(option: Option<Id>) => (
        <ListBoxItem id={option.id} textValue={option.label} isDisabled={option.isDisabled} className="ui-option">
          {({ isSelected }) => (
            <>
              <span className="ui-option-text">
                <bdi>{option.label}</bdi>
                {option.description && <span className="ui-option-note">{option.description}</span>}
              </span>
              {isSelected && (
                <span className="ui-option-check">
                  <Icon of={Check} />
                </span>
              )}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
