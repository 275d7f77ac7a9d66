import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type * as z from "zod/mini";
import { Condition, everybody, isCombined, type Combined } from "#features/conditions/condition.ts";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { GroupText, type Group } from "../contract.ts";
import { Foreseen } from "./foreseen.tsx";
import { GroupCondition } from "./group-condition.tsx";
import { useCreateGroup, useSaveGroup } from "./hooks.ts";
import { useOfferUndo } from "./use-offer-undo.ts";
import { kindIcons } from "./use-group-words.ts";

type Props = {
  /** The group to change; null for a new one. */
  group: Group | null;
  onClose: () => void;
};
type Values = z.input<typeof GroupText>;
const fields = ["name", "description"] as const;
const before = ({ name, description, condition }: Group) => ({ name, description, condition });
const combined = (condition: Condition | null): Combined =>
  condition === null ? everybody : isCombined(condition) ? condition : { kind: "all", of: [condition] };

/** Creates a group, or changes its name, description and condition. */
export default function GroupForm({ group, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useCreateGroup();
  const save = useSaveGroup(group?.id ?? 0);
  const offerUndo = useOfferUndo();
  const [kind, setKind] = useState<"manual" | "dynamic">(group?.condition ? "dynamic" : "manual");
  const [condition, setCondition] = useState(() => combined(group?.condition ?? null));
  const stored = JSON.stringify(combined(group?.condition ?? null));
  const [refusal, setRefusal] = useState("");
  const form = useForm<Values, unknown, z.output<typeof GroupText>>({
    resolver: zodResolver(GroupText),
    defaultValues: { name: group?.name ?? "", description: group?.description ?? "" },
  });
  const submit = form.handleSubmit((typed) => {
    setRefusal("");
    const read = kind === "dynamic" ? Condition.safeParse(condition) : null;
    if (read && (!read.success || condition.of.length === 0))
      return setRefusal(
        condition.of.length === 0
          ? t`Add a condition: without one, everybody would be in the group.`
          : t`A condition is not complete: give each its text, number or day.`,
      );
    const asked = { ...typed, condition: read?.success ? read.data : null };
    const outcome = {
      onSuccess(saved: Group) {
        if (group) offerUndo(t`The group was saved`, () => save.mutateAsync({ ...before(group), revision: saved.revision }));
        else toast({ tone: "success", title: t`The group was created` });
        onClose();
        if (!group) void navigate(`/users/groups/${saved.id}`);
      },
      onError(error: Error) {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) setRefusal((error instanceof CallError && error.errors[0]?.message) || error.message);
      },
    };
    if (group) save.mutate({ ...asked, revision: group.revision }, outcome);
    else create.mutate(asked, outcome);
  });
  return (
    <Dialog
      title={group ? t`Change the group` : t`Create a group`}
      isOpen
      width={kind === "dynamic" ? "half" : "m"}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={create.isPending || save.isPending} onPress={() => void submit()}>
            {group ? <Trans>Save</Trans> : <Trans>Create</Trans>}
          </Button>
        </>
      }
    >
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        {refusal && (
          <Banner tone="danger" role="alert">
            {refusal}
          </Banner>
        )}
        <Controller
          control={form.control}
          name="name"
          render={({ field, fieldState }) => (
            <TextField id="group-name" label={t`Name`} autoComplete="off" {...field} error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="description"
          render={({ field, fieldState }) => (
            <TextArea id="group-description" label={t`Description`} isOptional rows={2} {...field} error={fieldState.error?.message} />
          )}
        />
        {!group && (
          <RadioGroup
            label={t`Who is in it`}
            layout="cards"
            options={[
              {
                id: "manual" as const,
                label: t`People chosen by hand`,
                description: t`You put people in and take them out, one by one or from a list. Other groups can be in it too.`,
                icon: kindIcons.manual,
              },
              {
                id: "dynamic" as const,
                label: t`Whoever fits a condition`,
                description: t`People come and go by themselves when their data changes.`,
                icon: kindIcons.dynamic,
              },
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
        {kind === "dynamic" && (
          <GroupCondition
            value={condition}
            onChange={setCondition}
            renderBelow={(read) =>
              group && JSON.stringify(read) !== stored && <Foreseen groupId={group.id} change={{ by: "condition", condition: read }} />
            }
          />
        )}
      </form>
    </Dialog>
  );
}
