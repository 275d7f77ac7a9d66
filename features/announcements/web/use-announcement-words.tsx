import { useLingui } from "@lingui/react/macro";
import { CalendarClock, History, Megaphone, PencilLine, Trash2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Language } from "#platform/languages.ts";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { AnnouncementState } from "../contract.ts";

const looks: Record<AnnouncementState, { icon: LucideIcon; tone: Tone }> = {
  draft: { icon: PencilLine, tone: "neutral" },
  scheduled: { icon: CalendarClock, tone: "info" },
  shown: { icon: Megaphone, tone: "success" },
  over: { icon: History, tone: "neutral" },
  deleted: { icon: Trash2, tone: "danger" },
};

/** Words of announcements. */
export function useAnnouncementWords() {
  const { t, i18n } = useLingui();
  const state: Record<AnnouncementState, string> = {
    draft: t`Draft`,
    scheduled: t`Scheduled`,
    shown: t`Shown now`,
    over: t`Over`,
    deleted: t`Deleted`,
  };
  const language = (id: Language) => new Intl.DisplayNames([i18n.locale], { type: "language" }).of(id) ?? id;
  return { state, language };
}

/** The state of an announcement as an icon and a word. */
export function StateTag({ state }: { state: AnnouncementState }) {
  const words = useAnnouncementWords();
  return (
    <Tag icon={looks[state].icon} tone={looks[state].tone}>
      {words.state[state]}
    </Tag>
  );
}
