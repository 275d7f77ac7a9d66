import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Grip } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { announce } from "#ui/announce.ts";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import type { ListedField } from "../contract.ts";
import { FieldText, ValuesButton, type RowsProps } from "./field-parts.tsx";
import { useOrderFields } from "./hooks.ts";

/** The fields for whoever puts them in order: by dragging, or with the buttons of each row (WCAG 2.5.7). */
export default function OrderedRows({ label, fields, onOpen }: Pick<RowsProps, "fields" | "onOpen"> & { label: string }) {
  const { t } = useLingui();
  const order = useOrderFields();
  const ids = fields.map(({ id }) => id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => fields.filter(({ id }) => [...keys].includes(id)).map(({ name }) => ({ "text/plain": name })),
    getDropOperation: () => "move",
    onReorder: ({ keys, target }) => {
      const moved = fields.find(({ id }) => [...keys].includes(id));
      const rest = ids.filter((id) => id !== moved?.id);
      const at = rest.indexOf(Number(target.key));
      if (moved && at >= 0) moveTo(moved, target.dropPosition === "before" ? at : at + 1);
    },
  });

  function moveTo({ id, name }: ListedField, to: number) {
    const from = ids.indexOf(id);
    if (to < 0 || to >= ids.length || to === from) return;
    const place = to + 1;
    const total = ids.length;
    order.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    announce(t`${name}: place ${place} of ${total}`);
  }

  return (
    <GridList aria-label={label} items={fields} dragAndDropHooks={dragAndDropHooks} keyboardNavigationBehavior="tab" className="field-rows">
      {(field) => {
        const { id, name } = field;
        const at = ids.indexOf(id);
        return (
          <GridListItem id={id} textValue={name} className="field-row">
            <AriaButton slot="drag" className="ui-button field-grip" data-variant="quiet" data-icon-only data-size="s">
              <Icon of={Grip} />
            </AriaButton>
            <FieldText field={field} onOpen={onOpen} />
            <div className="row field-row-actions">
              <ValuesButton field={field} onOpen={onOpen} />
              <IconButton
                icon={ArrowUp}
                label={t`Move up: ${name}`}
                aria-disabled={at === 0 || undefined}
                onPress={() => moveTo(field, at - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t`Move down: ${name}`}
                aria-disabled={at === fields.length - 1 || undefined}
                onPress={() => moveTo(field, at + 1)}
              />
            </div>
          </GridListItem>
        );
      }}
    </GridList>
  );
}
