import { Trans, useLingui } from "@lingui/react/macro";
import { ArchiveRestore, EyeOff, MailCheck, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { toast } from "#ui/toast.ts";
import type { Announcement, AnnouncementChange } from "../contract.ts";
import { useChangeAnnouncement, useTestAnnouncement } from "./hooks.ts";

const AnnouncementForm = lazyPart(() => import("./announcement-form.tsx"));

/** What can be done with an announcement: change, publish, take back, delete it, bring it back. */
export function AnnouncementActions({ announcement }: { announcement: Announcement }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const change = useChangeAnnouncement();
  const test = useTestAnnouncement();
  const [isOpen, setOpen] = useState(false);
  const { id, state } = announcement;
  const done: Record<AnnouncementChange, string> = {
    publish: t`The announcement was published`,
    withdraw: t`The announcement was taken back`,
    delete: t`The announcement was deleted`,
    restore: t`The announcement is back`,
  };
  const undo: Record<AnnouncementChange, AnnouncementChange | null> = {
    publish: "withdraw",
    withdraw: null,
    delete: "restore",
    restore: null,
  };
  const ask = (what: AnnouncementChange) =>
    change.mutate(
      { id, change: what },
      {
        onSuccess() {
          const back = undo[what];
          toast({
            tone: "success",
            title: done[what],
            ...(back && { action: { label: t`Undo`, onPress: () => ask(back) } }),
          });
          if (what === "delete") void navigate("/portal/announcement");
        },
        onError: (error) => toast({ tone: "danger", title: t`The announcement was not changed`, message: error.message }),
      },
    );
  const sendToMe = () =>
    test.mutate(id, {
      onSuccess: ({ email }) =>
        toast({
          tone: "success",
          title: t`It is on its way to you`,
          message: t`By mail to ${email}. Nobody else is told.`,
        }),
      onError: (error) => toast({ tone: "danger", title: t`It was not sent`, message: error.message }),
    });
  const isAsking = (what: AnnouncementChange) => change.isPending && change.variables.change === what;
  const button = (what: AnnouncementChange) => ({ isPending: isAsking(what), onPress: () => ask(what) });
  if (state === "deleted")
    return (
      <Button icon={ArchiveRestore} {...button("restore")}>
        <Trans>Bring it back</Trans>
      </Button>
    );
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={Pencil} onPress={() => setOpen(true)}>
        <Trans>Change</Trans>
      </Button>
      {state === "draft" ? (
        <Button variant="primary" icon={Send} {...button("publish")}>
          <Trans>Publish</Trans>
        </Button>
      ) : (
        <Button icon={EyeOff} {...button("withdraw")}>
          <Trans>Take back</Trans>
        </Button>
      )}
      <Button icon={MailCheck} isPending={test.isPending} onPress={sendToMe}>
        <Trans>Send to me</Trans>
      </Button>
      <Button icon={Trash2} {...button("delete")}>
        <Trans>Delete</Trans>
      </Button>
      {isOpen && <AnnouncementForm announcement={announcement} onClose={close} onGiveUp={close} />}
    </>
  );
}
