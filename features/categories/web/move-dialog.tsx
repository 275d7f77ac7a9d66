import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ComboBox } from "#ui/combo-box.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { branchOf, childrenOf, pathNames } from "../tree.ts";
import type { CategoryRow, Place } from "../contract.ts";

type Props = { category: CategoryRow; rows: readonly CategoryRow[]; onMove: (place: Place) => void; onClose: () => void };
const top = "top";
const last = "last";

/** Asks for another place of the tree: in which category, and before which one there. */
export default function MoveDialog({ category, rows, onMove, onClose }: Props) {
  const { t } = useLingui();
  const { name } = category;
  const [parent, setParent] = useState<string>(category.parentId === null ? top : String(category.parentId));
  const [before, setBefore] = useState<string>(last);
  const own = branchOf(rows, category.id);
  const names = pathNames(rows);
  const parentId = parent === top ? null : Number(parent);
  const siblings = childrenOf(rows, parentId).filter(({ id }) => id !== category.id);
  return (
    <FormDialog
      title={t`Move ${name}`}
      onClose={onClose}
      action={<Trans>Move</Trans>}
      onAction={() => {
        onMove({ parentId, beforeId: before === last ? null : Number(before) });
        onClose();
      }}
    >
      <ComboBox
        label={t`Into`}
        options={[
          { id: top, label: t`The top level` },
          ...rows.filter(({ id }) => !own.has(id)).map(({ id }) => ({ id: String(id), label: names.get(id) ?? "" })),
        ]}
        value={parent}
        onChange={(next) => {
          setParent(next);
          setBefore(last);
        }}
      />
      {siblings.length > 0 && (
        <ComboBox
          label={t`Before`}
          options={[...siblings.map((one) => ({ id: String(one.id), label: one.name })), { id: last, label: t`Behind all others` }]}
          value={before}
          onChange={setBefore}
        />
      )}
    </FormDialog>
  );
}
