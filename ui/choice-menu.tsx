import { Check } from "lucide-react";
import type { RefObject } from "react";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon } from "./icon.tsx";
import "./list-box.css";

export type ChoiceMenuProps = {
  label: string;
  options: readonly { id: string; label: string }[];
  value: string;
  onChange: (id: string) => void;
  /** The button it belongs to, which opens it. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Where it is drawn, when that is not over the page: what fills the screen shows nothing else. */
  within?: Element | null;
};

/**
 * The library leaves the focus where it was when a menu opens by Enter a second time: for it, Enter on a button that is not its own is a screen
 * reader's press, whose focus it moves once no transition runs.
 */
const takeFocus = (item: HTMLElement | null) => item?.focus({ preventScroll: true });

/** One choice of a few, in a menu above its button. */
export function ChoiceMenu({ label, options, value, onChange, anchor, isOpen, onOpenChange, within }: ChoiceMenuProps) {
  return (
    <Popover
      className="ui-popover"
      placement="top end"
      offset={6}
      trigger="MenuTrigger"
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      {...(within && { UNSTABLE_portalContainer: within })}
    >
      <Menu
        className="ui-list ui-choice-menu"
        aria-label={label}
        autoFocus="first"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        onSelectionChange={(keys) => keys !== "all" && [...keys].forEach((key) => onChange(String(key)))}
        onClose={() => onOpenChange(false)}
      >
        {options.map((option) => (
          <MenuItem
            key={option.id}
            id={option.id}
            textValue={option.label}
            className="ui-option"
            {...(option.id === value && { ref: takeFocus })}
          >
            {({ isSelected }) => (
              <>
                <span className="ui-option-text">
                  <bdi>{option.label}</bdi>
                </span>
                {isSelected && <Icon of={Check} />}
              </>
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
