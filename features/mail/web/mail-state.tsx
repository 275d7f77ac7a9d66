import { useLingui } from "@lingui/react/macro";
import { Ban, CircleAlert, CircleCheck, CircleQuestionMark, Clock, Inbox, LoaderCircle } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { MailState } from "../contract.ts";

const looks: Record<MailState, { icon: LucideIcon; tone: Tone }> = {
  waiting: { icon: Clock, tone: "neutral" },
  sending: { icon: LoaderCircle, tone: "info" },
  sent: { icon: CircleCheck, tone: "success" },
  kept: { icon: Inbox, tone: "neutral" },
  failed: { icon: CircleAlert, tone: "danger" },
  unclear: { icon: CircleQuestionMark, tone: "warning" },
  withheld: { icon: Ban, tone: "neutral" },
};

/** The words for the states of a message. */
export function useMailStateWords(): Record<MailState, string> {
  const { t } = useLingui();
  return {
    waiting: t`Waiting`,
    sending: t`Sending`,
    sent: t`Sent`,
    kept: t`Kept`,
    failed: t`Failed`,
    unclear: t`Unclear`,
    withheld: t`Not sent`,
  };
}

/** Returns a function that says why a message waits or was not sent; nothing where there is no reason. */
export function useReasonWords(): (reason: string | null) => string | null {
  const { t } = useLingui();
  const words: Record<string, string> = {
    mailbox: t`No mail server is set up, so it is kept here to read.`,
    left: t`The person does not belong to the portal any more.`,
    preference: t`The person chose not to get this by email.`,
    portal: t`Mail of this event is switched off for the whole portal.`,
    course: t`Mail of this event is switched off for the course that it is about.`,
    group: t`Mail of this event is switched off for a group that the person is in.`,
    suppressed: t`Nothing is sent to this address, because it is on the email blacklist.`,
    withdrawn: t`What it invites to was withdrawn before it was sent.`,
    unknown: t`This version of the program does not know what it is about.`,
    quiet: t`It waits until the quiet hours are over where the person is.`,
    cap: t`It waits, because the portal has sent as much in this hour as it may.`,
    digest: t`It waits for the collection that the person chose.`,
    again: t`The mail server could not take it. It is tried again.`,
    down: t`The mail server cannot be reached. It is tried again.`,
    lost: t`The server stopped while it was handed over, so nobody can tell whether it arrived. It is not sent again.`,
    refused: t`The mail server refused it.`,
    gaveup: t`The mail server did not take it in three days.`,
  };
  return (reason) => (reason === null ? null : Object.hasOwn(words, reason) ? (words[reason] ?? reason) : reason);
}

/** The state of a message as an icon and a word. */
export function MailStateTag({ state }: { state: MailState }) {
  const words = useMailStateWords();
  return <Tag {...looks[state]}>{words[state]}</Tag>;
}
