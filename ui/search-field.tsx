import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { FieldLabel } from "./field-text.tsx";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./field.css";

type SearchFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: (value: string) => void;
  placeholder?: string;
  isLabelVisible?: boolean;
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A search box. Escape and the cross clear it. The label is hidden unless asked for. */
export function SearchField({ label, placeholder, isLabelVisible, ref, ...rest }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <AriaSearchField {...rest} className="ui-field" style={{ flex: 1 }}>
      <FieldLabel label={label} isHidden={!isLabelVisible} />
      <div className="ui-input-wrap">
        <span className="ui-input-icon">
          <Icon of={Search} />
        </span>
        <Input ref={ref} placeholder={placeholder ?? label} className="ui-input" />
        {rest.value !== "" && (
          <span className="ui-input-end">
            <Button className="ui-button" data-variant="quiet" data-icon-only data-size="s" aria-label={t`Clear search`}>
              <Icon of={X} />
            </Button>
          </span>
        )}
      </div>
    </AriaSearchField>
  );
}
