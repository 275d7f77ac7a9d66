import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { call, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextField } from "#ui/text-field.tsx";
import { startLook } from "../contract.ts";

type Props = { userId: number; name: string };

/** Lets an admin look at the portal as somebody (USR-3); nothing for everybody else. */
export function LookButton(props: Props) {
  const environment = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const user = environment?.User;
  if (!user || !(user.IsAdmin || user.IsSystemAdmin) || lacks(user, "look-as") || user.Id === props.userId) return null;
  return (
    <>
      <Button icon={Eye} onPress={() => setOpen(true)}>
        <Trans>See the portal as this person</Trans>
      </Button>
      {isOpen && <LookDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function LookDialog({ userId, name, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  const [mode, setMode] = useState<"read" | "write">("read");
  const [reason, setReason] = useState("");
  const begin = useMutation({
    mutationFn: () => call(startLook, { body: { userId, writes: mode === "write", reason } }),
    // The whole page is another person's from here on, so it is loaded anew.
    onSuccess: ({ redirect }) => window.location.assign(redirect),
  });
  const { error } = begin;
  const reasonError = error instanceof CallError ? error.errors.find(({ field }) => field === "reason")?.message : undefined;
  return (
    <FormDialog
      title={t`See the portal as ${name}`}
      onClose={onClose}
      action={<Trans>Start</Trans>}
      onAction={() => begin.mutate()}
      isPending={begin.isPending || begin.isSuccess}
    >
      {error && reasonError === undefined && (
        <Banner tone="danger" role="alert">
          {error.message}
        </Banner>
      )}
      <p>
        <Trans>It ends when you stop, after an hour at the latest. It is recorded, and the person can see that you looked.</Trans>
      </p>
      <RadioGroup
        label={t`What you can do`}
        options={[
          { id: "read", label: t`Only look`, description: t`Nothing can be changed.` },
          {
            id: "write",
            label: t`Change things too`,
            description: t`With a reason. Passwords, sessions, rights and learning stay closed.`,
          },
        ]}
        value={mode}
        onChange={setMode}
      />
      <TextField label={t`Reason`} isOptional={mode === "read"} maxLength={500} value={reason} onChange={setReason} error={reasonError} />
    </FormDialog>
  );
}
