import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { startRoleLook, type Role } from "../contract.ts";
import { useRoleWords } from "./use-role-words.ts";

/** Lets an admin see the portal as somebody does who has only this role (ROLE-5). */
export function RoleLook({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useLingui();
  const name = useRoleWords().roleName(role);
  const begin = useMutation({
    mutationFn: () => call(startRoleLook, { body: { role: role.of, ...(role.copyId !== null && { copyId: role.copyId }) } }),
    // Every screen is another one from here on, so the page is loaded anew.
    onSuccess: ({ redirect }) => window.location.assign(redirect),
  });
  return (
    <FormDialog
      title={t`See the portal as ${name}`}
      onClose={onClose}
      action={<Trans>Start</Trans>}
      onAction={() => begin.mutate()}
      isPending={begin.isPending || begin.isSuccess}
    >
      {begin.error && (
        <Banner tone="danger" role="alert">
          {begin.error.message}
        </Banner>
      )}
      <p>
        <Trans>
          You see what somebody sees who has this role alone, for the whole portal. Nothing can be changed. It ends when you stop, after an
          hour at the latest, and is recorded.
        </Trans>
      </p>
    </FormDialog>
  );
}
