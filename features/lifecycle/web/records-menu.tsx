import { useLingui } from "@lingui/react/macro";
import { Download, Ellipsis, Merge, UserX } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useNavigate } from "react-router";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/menu.tsx";
import { toast } from "#ui/toast.ts";
import { useExportPerson } from "./hooks.ts";
import { LazyEraseDialog, LazyMergeDialog } from "./lazy-dialogs.ts";

type Props = { readonly userId: number; readonly name: string };

/** What an admin does with a person's records as a whole: export, merge, erase. Nothing for everybody else. */
export function RecordsMenu(props: Props) {
  const user = useSignedIn()?.User;
  return user && (user.IsAdmin || user.IsSystemAdmin) && !lacks(user, "keep-records") ? (
    <Records {...props} isSelf={user.Id === props.userId} />
  ) : null;
}

function Records({ userId, name, isSelf }: Props & { readonly isSelf: boolean }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"merge" | "erase" | null>(null);
  const exporting = useExportPerson(userId);
  const begin = () =>
    exporting.mutate(undefined, {
      onSuccess: ({ jobId }) => void navigate(`/jobs/${jobId}`),
      onError: (error) => toast({ tone: "danger", title: t`The export did not begin`, message: error.message }),
    });
  const close = () => setOpened(null);
  return (
    <>
      <Menu
        label={t`Records of ${name}`}
        items={[
          { id: "export", label: t`Export this person's data`, icon: Download, onAction: begin },
          ...(isSelf ? [] : [{ id: "merge", label: t`Merge with another person`, icon: Merge, onAction: () => setOpened("merge") }]),
          ...(isSelf
            ? []
            : [{ id: "erase", label: t`Erase this person`, icon: UserX, tone: "danger" as const, onAction: () => setOpened("erase") }]),
        ]}
        trigger={
          <Button className="ui-button">
            <Icon of={Ellipsis} />
            {t`Records`}
          </Button>
        }
      />
      <LazyMergeDialog userId={userId} name={name} isOpen={opened === "merge"} onClose={close} />
      <LazyEraseDialog userId={userId} isOpen={opened === "erase"} onClose={close} />
    </>
  );
}
