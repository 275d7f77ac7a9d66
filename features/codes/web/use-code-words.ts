import { useLingui } from "@lingui/react/macro";
import { Ban, CircleCheck, CirclePause, Clock, PencilLine } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Tone } from "#ui/tone.ts";
import type { CodeState } from "../contract.ts";

/** The marks of a code's states. */
export const stateLooks: Record<CodeState, { readonly tone: Tone; readonly icon: LucideIcon }> = {
  draft: { tone: "neutral", icon: PencilLine },
  active: { tone: "success", icon: CircleCheck },
  paused: { tone: "warning", icon: CirclePause },
  exhausted: { tone: "neutral", icon: CircleCheck },
  expired: { tone: "neutral", icon: Clock },
  revoked: { tone: "danger", icon: Ban },
};

/** The words of codes: their states, and how many of their seats are taken. */
export function useCodeWords() {
  const { t, i18n } = useLingui();
  const state: Record<CodeState, string> = {
    draft: t`Draft`,
    active: t`Active`,
    paused: t`Paused`,
    exhausted: t`Used up`,
    expired: t`Expired`,
    revoked: t`Ended`,
  };
  const used = ({ taken, seats }: { readonly taken: number; readonly seats: number | null }) => {
    const [count, most] = [i18n.number(taken), i18n.number(seats ?? 0)];
    return seats === null ? t`${count}, no limit` : t`${count} of ${most}`;
  };
  return { state, used };
}
