import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { SeatsLeft } from "#features/seats/web/seat-notice.tsx";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import { TextFile } from "#ui/text-file.tsx";
import { readAddresses } from "../addresses.ts";
import { lives, mostAtATime, mostListed } from "../staff-contract.ts";
import { choicesQuery, useInvite, usePreview } from "./hooks.ts";
import { ListPreview } from "./list-preview.tsx";
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

function Invite({ onClose }: InviteDialogProps) {
  const { t, i18n } = useLingui();
  const choices = useQuery(choicesQuery);
  const send = useInvite();
  const preview = usePreview();
  const words = useRoleWords();
  const [pasted, setPasted] = useState("");
  const [role, setRole] = useState<Role>("Student");
  const [groups, setGroups] = useState<string[]>([]);
  const [days, setDays] = useState<Days>(14);
  const [problem, setProblem] = useState<string | undefined>();
  const entries = useMemo(() => readAddresses(pasted), [pasted]);
  const emails = [...new Set(entries.flatMap(({ email }) => email ?? []))];
  const isLong = entries.length > mostAtATime;
  const error = send.error ?? preview.error;
  const failure = error && problem === undefined ? (error instanceof CallError ? error.message : t`Try again in a moment.`) : undefined;
  const go = () => {
    const first = entries.find(({ email }) => email === null)?.words;
    const most = i18n.number(mostListed);
    const trouble =
      entries.length === 0
        ? t`Enter at least one email.`
        : entries.length > mostListed
          ? t`Invite ${most} or fewer at a time.`
          : !isLong && first !== undefined
            ? t`“${first}” is no email.`
            : undefined;
    setProblem(trouble);
    if (trouble !== undefined) return;
    const given = { role: role === "Student" ? null : role, groupIds: groups.map(Number), days };
    if (isLong) {
      preview.mutate({ text: pasted, ...given });
      return;
    }
    send.mutate(
      { emails, ...given },
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
  if (preview.data) return <ListPreview told={preview.data} onBack={preview.reset} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Invite people`}
      onClose={onClose}
      action={isLong ? <Trans>See who is invited</Trans> : <Trans>Invite</Trans>}
      onAction={go}
      isPending={send.isPending || preview.isPending}
      pendingLabel={isLong ? t`Looking who is invited` : t`Inviting`}
      failure={failure}
    >
      <SeatsLeft needed={Math.max(1, entries.length)} />
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
            ? t`One, or a pasted list. More than ${mostAtATime} are shown to you before they are invited.`
            : t`${plural(emails.length, { one: "# email", other: "# emails" })}`
        }
        {...(problem !== undefined && { error: problem })}
      />
      <TextFile label={t`Or a CSV or text file`} onRead={setPasted} />
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
