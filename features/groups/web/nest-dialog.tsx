import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Group } from "../contract.ts";
import { Foreseen } from "./foreseen.tsx";
import { useNestGroups } from "./hooks.ts";
import { useOfferUndo } from "./use-offer-undo.ts";

/** Chooses the groups in a group. */
export default function NestDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery);
  const nest = useNestGroups(group.id);
  const offerUndo = useOfferUndo();
  const [before] = useState(() => group.children.map(({ id }) => id));
  const [ids, setIds] = useState(before);
  const isChanged = ids.length !== before.length || ids.some((id) => !before.includes(id));
  const [q, setQ] = useState("");
  const inIt = group.children.filter(({ id }) => !choices.data?.groups.some((one) => one.id === id));
  const offered = [...inIt, ...(choices.data?.groups ?? [])].filter(({ id }) => id !== group.id);
  const shown = offered.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  const refusal = nest.error && ((nest.error instanceof CallError && nest.error.errors[0]?.message) || nest.error.message);
  const save = () =>
    nest.mutate(ids, {
      onSuccess() {
        offerUndo(t`The group was saved`, () => nest.mutateAsync(before));
        onClose();
      },
    });
  return (
    <FormDialog title={t`Groups in this group`} onClose={onClose} action={<Trans>Save</Trans>} onAction={save} isPending={nest.isPending}>
      {refusal && (
        <Banner tone="danger" role="alert">
          {refusal}
        </Banner>
      )}
      {choices.isPending && <Skeleton count={4} />}
      {choices.isError && <ErrorState title={t`The groups could not be loaded`} onRetry={() => void choices.refetch()} />}
      {choices.data && offered.length === 0 && (
        <p>
          <Trans>This portal has no other groups yet.</Trans>
        </p>
      )}
      {offered.length > 0 && (
        <>
          <SearchField label={t`Search groups`} value={q} onChange={setQ} />
          {shown.length === 0 && (
            <p role="status">
              <Trans>No group matches this search.</Trans>
            </p>
          )}
          <div className="group-choices">
            <CheckboxGroup
              label={t`Groups`}
              isLabelHidden
              options={shown.map(({ id, name }) => ({ id: String(id), label: name }))}
              value={ids.map(String)}
              onChange={(chosen) => {
                const listed = new Set(shown.map(({ id }) => id));
                setIds([...ids.filter((id) => !listed.has(id)), ...chosen.map(Number)]);
              }}
            />
          </div>
          {isChanged && <Foreseen groupId={group.id} change={{ by: "groups", ids: ids.toSorted((one, other) => one - other) }} />}
        </>
      )}
    </FormDialog>
  );
}
