import { useLingui } from "@lingui/react/macro";
import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { useEffect, useRef } from "react";
import { announce } from "#ui/announce.ts";
import { Icon } from "#ui/icon.tsx";
import { useZone } from "#ui/zone.ts";
import type { SessionState } from "./session/session.ts";

/** Whether what was typed has reached the server. Trouble and its end are announced; saving itself happens all the time. */
export function SavedState({ state }: { state: SessionState }) {
  const { t, i18n } = useLingui();
  const { saving, savedAt } = state;
  const zone = useZone();
  const at = savedAt === null ? null : i18n.date(new Date(savedAt), { timeStyle: "short", timeZone: zone });
  const looks = {
    saved: { icon: CloudCheck, words: at === null ? t`All changes saved` : t`Saved at ${at}` },
    dirty: { icon: CloudUpload, words: t`Not saved yet` },
    saving: { icon: CloudUpload, words: t`Saving…` },
    offline: { icon: CloudOff, words: t`Not saved: offline, trying again` },
    refused: { icon: CloudAlert, words: t`Not saved` },
    conflict: { icon: CloudAlert, words: t`Waiting for your choice` },
  };
  const { icon, words } = looks[saving];
  const wasTrouble = useRef(false);
  useEffect(() => {
    const isTrouble = saving === "offline" || saving === "refused" || saving === "conflict";
    if (isTrouble || (saving === "saved" && wasTrouble.current)) announce(words);
    if (isTrouble || saving === "saved") wasTrouble.current = isTrouble;
  }, [saving, words]);
  return (
    <span className="saved-state muted small" data-state={saving}>
      <Icon of={icon} size="s" /> <span>{words}</span>
    </span>
  );
}
