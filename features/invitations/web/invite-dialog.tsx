import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import { invite, lives, mostAtATime } from "../staff-contract.ts";
import { choicesQuery, useInvite } from "./hooks.ts";
import { useRoleWords } from "./use-role-words.ts";

export interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type Role = "Student" | "Author" | "Manager" | "Admin";
type Days = (typeof lives)[number];

/** Invites one or many addresses, with a role and groups where the person asking may give them. */
export function InviteDialog(props: InviteDialogProps) {
  return props.isOpen ? <Invite {...props} /> : null;
}

/** The addresses in what was pasted, in whatever list they stood: each once. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^[<"']+|[>"'.]+$/g, "").toLowerCase())
      .filter((one) => one.includes("@")),
  ),
];
const anEmail = invite.body.shape.emails.def.element;

function Invite({ onClose }: InviteDialogProps) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery);
  const send = useInvite();
  const words = useRoleWords();
  const [pasted, setPasted] = useState("");
  const [role, setRole] = useState<Role>("Student");
  const [groups, setGroups] = useState<string[]>([]);
  const [days, setDays] = useState<Days>(14);
  const [problem, setProblem] = useState<string | undefined>();
  const emails = addressesIn(pasted);
  const wrong = emails.filter((email) => !z.safeParse(anEmail, email).success);
  const failure = send.error instanceof CallError && problem === undefined ? send.error.message : undefined;
  const go = () => {
    const first = wrong[0];
    const trouble =
      emails.length === 0
        ? t`Enter at least one email.`
        : first !== undefined
          ? t`“${first}” is no email.`
          : emails.length > mostAtATime
            ? t`Invite ${mostAtATime} or fewer at a time.`
            : undefined;
    setProblem(trouble);
    if (trouble !== undefined) return;
    send.mutate(
      { emails, role: role === "Student" ? null : role, groupIds: groups.map(Number), days },
      {
        onSuccess: ({ invited, members }) => {
          const those = members.join(", ");
          toast({
            tone: invited > 0 ? "success" : "info",
            title: t`${plural(invited, { one: "# person was invited", other: "# people were invited" })}`,
            ...(members.length > 0 && { message: t`These belong to the portal already: ${those}` }),
          });
          onClose();
        },
      },
    );
  };
  const { roles = false, groups: known = [] } = choices.data ?? {};
  return (
    <FormDialog
      title={t`Invite people`}
      onClose={onClose}
      action={<Trans>Invite</Trans>}
      onAction={go}
      isPending={send.isPending}
      pendingLabel={t`Inviting`}
      failure={failure}
    >
      <TextArea
        label={t`Emails`}
        value={pasted}
        onChange={(text) => {
          setPasted(text);
          setProblem(undefined);
        }}
        rows={4}
        dir="ltr"
        spellCheck={false}
        autoFocus
        description={
          emails.length === 0
            ? t`One, or a pasted list: up to ${mostAtATime} at a time.`
            : t`${plural(emails.length, { one: "# email", other: "# emails" })}`
        }
        {...(problem !== undefined && { error: problem })}
      />
      {choices.isError && (
        <Banner tone="warning" role="status">
          <Trans>Roles and groups could not be loaded. People can be invited without them.</Trans>
        </Banner>
      )}
      {roles && (
        <Select<Role>
          label={t`Role`}
          value={role}
          onChange={setRole}
          options={(["Student", "Author", "Manager", "Admin"] as const).map((id) => ({ id, label: words[id] }))}
        />
      )}
      {known.length > 0 && (
        <CheckboxGroup
          label={t`Groups`}
          isOptional
          value={groups}
          onChange={setGroups}
          options={known.map(({ id, name }) => ({ id: String(id), label: name }))}
        />
      )}
      <Select
        label={t`The link works for`}
        value={String(days)}
        onChange={(id) => setDays(lives.find((one) => String(one) === id) ?? 14)}
        options={lives.map((one) => ({ id: String(one), label: t`${plural(one, { one: "# day", other: "# days" })}` }))}
      />
    </FormDialog>
  );
}
