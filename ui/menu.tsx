import { Check } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection as AriaMenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Header } from "react-aria-components/Header";
import { Popover } from "react-aria-components/Popover";
import type { PopoverProps } from "react-aria-components/Popover";
import { AriaLinks } from "./aria-links.tsx";
import { Icon } from "./icon.tsx";
import "./list-box.css";

export type MenuItem = {
  id: string;
  label: string;
  description?: string;
  icon?: LucideIcon;
  /** The address of a screen of this app. */
  to?: string;
  /** An address outside the app; it reloads the page. */
  href?: string;
  onAction?: () => void;
  tone?: "danger";
  isDisabled?: boolean;
  isCurrent?: boolean;
};
export type MenuSection = { id: string; title: string; isTitleHidden?: boolean; items: readonly MenuItem[] };

type MenuProps = {
  trigger: ReactElement;
  label: string;
  items: readonly (MenuItem | MenuSection)[];
  placement?: PopoverProps["placement"];
  /** Opens as soon as it is mounted: for a menu whose code was loaded by the press. */
  startsOpen?: boolean;
};

/** A button's list of actions and links. */
export function Menu({ trigger, label, items, placement = "bottom end", startsOpen }: MenuProps) {
  return (
    <AriaLinks>
      <MenuTrigger defaultOpen={startsOpen}>
        {trigger}
        <Popover className="ui-popover" placement={placement} offset={6}>
          <AriaMenu className="ui-list" aria-label={label}>
            {items.map((item) => ("items" in item ? <Section key={item.id} section={item} /> : <Item key={item.id} item={item} />))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </AriaLinks>
  );
}

function Section({ section }: { section: MenuSection }) {
  return (
    <AriaMenuSection className="ui-list-section" aria-label={section.isTitleHidden ? section.title : undefined}>
      {!section.isTitleHidden && <Header className="ui-list-head">{section.title}</Header>}
      {section.items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </AriaMenuSection>
  );
}

function Item({ item }: { item: MenuItem }) {
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      // For a complete address, UiProvider reloads the page instead of navigating inside the app.
      href={item.href ? new URL(item.href, location.href).href : item.to}
      onAction={item.onAction}
      isDisabled={item.isDisabled}
      aria-current={item.isCurrent || undefined}
      className="ui-option"
      data-tone={item.tone}
    >
      {item.icon && <Icon of={item.icon} />}
      <span className="ui-option-text">
        <bdi>{item.label}</bdi>
        {item.description && <span className="ui-option-note">{item.description}</span>}
      </span>
      {item.isCurrent && <Icon of={Check} />}
    </AriaMenuItem>
  );
}
