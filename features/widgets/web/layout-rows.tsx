import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Eye, Pencil, Trash2, UsersRound } from "lucide-react";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { OrderedList } from "#ui/ordered-list.tsx";
import type { AudienceLayout } from "../layouts.ts";

type Props = {
  layouts: readonly AudienceLayout[];
  onEdit: (id: number) => void;
  onPreview: (id: number) => void;
  onDelete: (id: number) => void;
  onOrder: (ids: number[]) => void;
};

/** The layouts for some, in the order in which they are tried. */
export default function LayoutRows({ layouts, onEdit, onPreview, onDelete, onOrder }: Props) {
  const { t } = useLingui();
  return (
    <OrderedList
      label={t`Layouts in the order in which they are tried`}
      items={layouts}
      nameOf={({ name }) => name}
      onOrder={onOrder}
      renderActions={({ id, name }) => (
        <>
          <IconButton icon={Eye} label={t`Preview: ${name}`} onPress={() => onPreview(id)} />
          <IconButton icon={Pencil} label={t`Change: ${name}`} onPress={() => onEdit(id)} />
          <IconButton icon={Trash2} label={t`Delete: ${name}`} onPress={() => onDelete(id)} />
        </>
      )}
    >
      {(layout) => <LayoutText layout={layout} />}
    </OrderedList>
  );
}

/** A layout's name, for whom it is, and how much of it is locked. */
function LayoutText({ layout: { name, audience, layout } }: { layout: AudienceLayout }) {
  const { data: choices } = useQuery(choicesQuery);
  const tell = useConditionWords(choices);
  const sentence = choices ? tell(audience) : "";
  return (
    <div className="widget-layout-text">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className="muted small widget-layout-for">
        <Icon of={UsersRound} size="s" />
        <span>
          <Trans>
            For everybody who <bdi>{sentence}</bdi>
          </Trans>
        </span>
      </span>
      {layout.locked.length > 0 && (
        <span className="muted small">
          <Plural value={layout.locked.length} one="# widget is locked" other="# widgets are locked" />
        </span>
      )}
    </div>
  );
}
