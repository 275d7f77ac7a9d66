import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import type { Asked } from "#features/bulk/web/use-bulk-actions.tsx";
import { Condition, everybody } from "#features/conditions/condition.ts";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Group } from "../contract.ts";
import { FoundPeople } from "./found-people.tsx";
import { GroupCondition } from "./group-condition.tsx";
import { useKeepList } from "./hooks.ts";
import { PastedList } from "./pasted-list.tsx";

export type Change = Pick<Asked, "kind" | "input" | "of">;
type Way = "search" | "list" | "condition";
type Act = "add" | "remove" | "replace";
type Props = {
  group: Group;
  /** What is to be previewed. */
  onAsk: (change: Change) => void;
  onClose: () => void;
};

/** Chooses people to put into a group or take out: by search, from a list, or all who fit a condition. What then changes is shown first. */
export default function FillDialog({ group, onAsk, onClose }: Props) {
  const { t } = useLingui();
  const [way, setWay] = useState<Way>("search");
  const [act, setAct] = useState<Act>("add");
  const [ids, setIds] = useState<readonly number[]>([]);
  const [text, setText] = useState("");
  const [condition, setCondition] = useState(everybody);
  const [refusal, setRefusal] = useState("");
  const keep = useKeepList();
  const kept = keep.data;
  const { id: groupId, name } = group;
  const kind = { add: "add-to-group", remove: "remove-from-group", replace: "replace-group-members" }[act];

  function choose(next: Way) {
    setWay(next);
    setRefusal("");
    if (next !== "list" && act === "replace") setAct("add");
  }
  function goOn() {
    setRefusal("");
    if (way === "search") {
      if (ids.length === 0) return setRefusal(t`Choose somebody first.`);
      return onAsk({ kind, input: { groupId }, of: { ids: [...ids] } });
    }
    if (way === "condition") {
      const read = Condition.safeParse(condition);
      if (!read.success || condition.of.length === 0) return setRefusal(t`Add a condition, and give each its text, number or day.`);
      return onAsk({ kind, input: { groupId }, of: { list: "people", query: { condition: JSON.stringify(read.data) } } });
    }
    if (kept) {
      if (kept.found === 0 && act !== "replace") return setRefusal(t`No line names anybody.`);
      const list = String(kept.id);
      return act === "replace"
        ? onAsk({ kind, input: { groupId, listId: kept.id }, of: { list: "list-and-group", query: { list, group: String(groupId) } } })
        : onAsk({ kind, input: { groupId }, of: { list: "list", query: { list } } });
    }
    if (text.trim() === "") return setRefusal(t`Paste at least one line.`);
    keep.mutate(text, {
      onError: (error) => setRefusal((error instanceof CallError && error.errors[0]?.message) || error.message),
    });
  }

  const parts: Record<Way, ReactNode> = {
    search: <FoundPeople groupId={groupId} value={ids} onChange={setIds} isRemoving={act === "remove"} />,
    list: (
      <PastedList
        text={text}
        kept={kept}
        onChange={(next) => {
          setText(next);
          keep.reset();
        }}
      />
    ),
    condition: <GroupCondition value={condition} onChange={setCondition} />,
  };
  return (
    <Dialog
      title={t`Change who is in ${name}`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={keep.isPending} pendingLabel={t`Looking who that is`} onPress={goOn}>
            {way === "list" && !kept ? <Trans>Find these people</Trans> : <Trans>See what changes</Trans>}
          </Button>
        </>
      }
    >
      <div className="stack">
        {refusal && (
          <Banner tone="danger" role="alert">
            {refusal}
          </Banner>
        )}
        <RadioGroup
          label={t`Whom`}
          options={[
            { id: "search" as const, label: t`People that I search for` },
            { id: "list" as const, label: t`A list that I paste, or a CSV file` },
            { id: "condition" as const, label: t`Everybody who fits a condition now` },
          ]}
          value={way}
          onChange={choose}
        />
        <RadioGroup
          label={t`What happens`}
          options={[
            { id: "add" as const, label: t`They join the group` },
            { id: "remove" as const, label: t`They leave the group` },
            ...(way === "list"
              ? [
                  {
                    id: "replace" as const,
                    label: t`They are the members from now on`,
                    description: t`Whoever is not in the list leaves the group.`,
                  },
                ]
              : []),
          ]}
          value={act}
          onChange={setAct}
        />
        {parts[way]}
      </div>
    </Dialog>
  );
}
