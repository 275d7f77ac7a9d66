import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { ComboBox } from "#ui/combo-box.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { branchOf, pathNames } from "../tree.ts";
import type { CategoryRow } from "../contract.ts";
import { removalQuery, useRemoveCategory } from "./hooks.ts";

type Props = {
  category: CategoryRow;
  rows: readonly CategoryRow[];
  /** Merging always asks for the other category; deleting only where something is in it. */
  isMerge: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Merges a category into another one, or deletes it; first it says what moves where. */
export default function RemoveDialog({ category, rows, isMerge, onDone, onClose }: Props) {
  const { t } = useLingui();
  const remove = useRemoveCategory();
  const [into, setInto] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const target = into === null ? null : Number(into);
  const preview = useQuery(removalQuery(category.id, target));
  const own = branchOf(rows, category.id);
  const names = pathNames(rows);
  const { name } = category;
  const targetName = (target !== null && names.get(target)) || "";
  const found = preview.data;
  const needsTarget = isMerge || (found !== undefined && (found.courses > 0 || found.children > 0));
  const failure = remove.error && ((remove.error instanceof CallError && remove.error.errors[0]?.message) || remove.error.message);

  const submit = () => {
    setTried(true);
    if (!found || (needsTarget && target === null)) return;
    remove.mutate(
      { params: { categoryId: category.id }, body: { into: target, seen: { courses: found.courses, children: found.children } } },
      {
        onSuccess() {
          onDone();
          onClose();
        },
        onError: () => void preview.refetch(),
      },
    );
  };
  return (
    <FormDialog
      title={isMerge ? t`Merge ${name} into another category` : t`Delete ${name}`}
      onClose={onClose}
      action={isMerge ? <Trans>Merge</Trans> : <Trans>Delete</Trans>}
      isDangerous={!isMerge}
      onAction={submit}
      isPending={remove.isPending}
      failure={failure ?? undefined}
    >
      {preview.isPending && <Skeleton count={2} />}
      {preview.isError && <ErrorState title={t`What is in it could not be counted`} onRetry={() => void preview.refetch()} />}
      {needsTarget && (
        <ComboBox
          label={isMerge ? t`Into` : t`Where its courses and the categories in it go`}
          options={rows.filter(({ id }) => !own.has(id)).map(({ id }) => ({ id: String(id), label: names.get(id) ?? "" }))}
          value={into}
          onChange={setInto}
          error={isTried && target === null ? t`Choose a category.` : undefined}
        />
      )}
      {found && (
        <div role="status">
          {needsTarget ? (
            <ul className="category-effects">
              <li>
                <Plural
                  value={found.courses}
                  _0="No course is in it itself."
                  one="# course is in it itself."
                  other="# courses are in it themselves."
                />
              </li>
              {target !== null && found.courses > 0 && (
                <li>
                  <Plural
                    value={found.added}
                    _0="All of them are in the other one already."
                    one="# of them is new there."
                    other="# of them are new there."
                  />
                </li>
              )}
              <li>
                <Plural value={found.children} _0="No category is in it." one="# category in it moves." other="# categories in it move." />
              </li>
              {target !== null && (
                <li>
                  <Trans>
                    Links to it lead to <bdi>{targetName}</bdi>.
                  </Trans>
                </li>
              )}
            </ul>
          ) : (
            <p>
              <Trans>It is empty. No course changes.</Trans>
            </p>
          )}
        </div>
      )}
      <p className="muted small">
        <Trans>It can be brought back for 7 days.</Trans>
      </p>
    </FormDialog>
  );
}
