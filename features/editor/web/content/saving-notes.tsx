import { useLingui } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import type { SessionState } from "../session/session.ts";

interface SavingNotesProps {
  readonly state: SessionState;
  /** Whether the dialog about conflicts is open. */
  readonly isSettling: boolean;
  readonly onSettle: () => void;
  /** The page that is shown. */
  readonly pageId: string | null;
  readonly onShow: (pageId: string) => void;
}

/** What the author should know about work that is not saved. */
export function SavingNotes({ state, isSettling, onSettle, pageId, onShow }: SavingNotesProps) {
  const { t } = useLingui();
  if (state.conflicts.length > 0 && !isSettling)
    return (
      <Banner
        tone="warning"
        role="status"
        title={t`Somebody else changed this too`}
        action={<Button onPress={onSettle}>{t`Look at both`}</Button>}
      >
        {t`Your changes there are kept on this device until you choose.`}
      </Banner>
    );
  if (state.saving === "refused") {
    const { refusedId, refusal, work } = state;
    const title = refusedId === null ? "" : work.pages[refusedId]?.title.trim() || t`Untitled page`;
    return (
      <Banner
        tone="danger"
        role="alert"
        title={title === "" ? t`The server does not take this` : t`The server does not take “${title}”`}
        action={refusedId !== null && refusedId !== pageId && <Button onPress={() => onShow(refusedId)}>{t`Open the page`}</Button>}
      >
        {refusal}
      </Banner>
    );
  }
  if (state.saving === "offline")
    return (
      <Banner tone="warning" role="status" title={t`You're offline`}>
        {t`Go on writing: your changes are kept on this device and are sent when the connection is back.`}
      </Banner>
    );
  if (state.found.isNewer)
    return (
      <Banner tone="warning" title={t`There is unsent work of a newer release of Stoa on this device`}>
        {t`This release cannot read it. It stays where it is; open the course again once the newer release is back.`}
      </Banner>
    );
  return null;
}
