import { useLingui } from "@lingui/react/macro";
import { Blocks, ClipboardPaste } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { RefObject } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { SearchField } from "react-aria-components/SearchField";
import type { Block } from "#features/blocks/kinds.ts";
import { blockGroups, blockMenu, type BlockMenuEntry } from "#features/blocks/web/editors.ts";
import { Icon } from "#ui/icon.tsx";
import "#ui/field.css";
import "#ui/list-box.css";

type Kind = Block["kind"];

interface InsertMenuProps {
  /** What it opens beside. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChoose: (kind: Kind) => void;
  /** Chooses one of the portal's reusable blocks. */
  readonly onReuse: () => void;
  /** Adds what was copied. */
  readonly onPaste: () => void;
}

const entries = Object.entries(blockMenu) as [Kind, BlockMenuEntry][];
const groups = Object.keys(blockGroups) as (keyof typeof blockGroups)[];

/** The kinds of blocks to add, by groups; typing narrows them down, the arrows choose, Enter adds. */
export function InsertMenu({ anchor, isOpen, onClose, onChoose, onReuse, onPaste }: InsertMenuProps) {
  const { t, i18n } = useLingui();
  const { contains } = useFilter({ sensitivity: "base" });
  const again: readonly { id: string; name: string; hint: string; icon: LucideIcon; act: () => void }[] = [
    { id: "again:reusable", name: t`Reusable block…`, hint: t`One that other courses use too`, icon: Blocks, act: onReuse },
    { id: "again:paste", name: t`Paste`, hint: t`A block that was copied, here or in another course`, icon: ClipboardPaste, act: onPaste },
  ];
  return (
    <Popover
      className="ui-popover insert-menu"
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={(now) => !now && onClose()}
      placement="bottom start"
      offset={6}
    >
      <Dialog aria-label={t`Add a block`} className="insert-menu-dialog">
        <Autocomplete filter={contains}>
          <SearchField aria-label={t`Search blocks`} autoFocus className="ui-field insert-menu-search">
            <Input className="ui-input" placeholder={t`Search blocks`} />
          </SearchField>
          <Menu
            aria-label={t`Blocks`}
            className="ui-list insert-menu-list"
            renderEmptyState={() => <p className="muted small insert-menu-none">{t`No block is called that.`}</p>}
            onAction={(key) => {
              onClose();
              const one = again.find(({ id }) => id === key);
              if (one) one.act();
              else onChoose(key as Kind);
            }}
          >
            {groups.map((group) => {
              const own = entries.filter(([, entry]) => entry.group === group);
              return (
                own.length > 0 && (
                  // A section of a kind's id would contain itself.
                  <MenuSection key={group} id={`group:${group}`} className="ui-list-section">
                    <Header className="ui-list-head">{i18n._(blockGroups[group])}</Header>
                    {own.map(([kind, { name, hint, icon }]) => (
                      <MenuItem
                        key={kind}
                        id={kind}
                        textValue={`${i18n._(name)} ${i18n._(hint)}`}
                        aria-label={i18n._(name)}
                        className="ui-option"
                      >
                        <Icon of={icon} />
                        <span className="ui-option-text">
                          <span>{i18n._(name)}</span>
                          <span className="ui-option-note">{i18n._(hint)}</span>
                        </span>
                      </MenuItem>
                    ))}
                  </MenuSection>
                )
              );
            })}
            <MenuSection id="group:again" className="ui-list-section">
              <Header className="ui-list-head">{t`Used before`}</Header>
              {again.map(({ id, name, hint, icon }) => (
                <MenuItem key={id} id={id} textValue={`${name} ${hint}`} aria-label={name} className="ui-option">
                  <Icon of={icon} />
                  <span className="ui-option-text">
                    <span>{name}</span>
                    <span className="ui-option-note">{hint}</span>
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          </Menu>
        </Autocomplete>
      </Dialog>
    </Popover>
  );
}
