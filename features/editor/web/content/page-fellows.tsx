import { useLingui } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import type { Fellow } from "../../presence-contract.ts";

interface PageFellowsProps {
  /** The others on this page. */
  readonly fellows: readonly Fellow[];
  /** Whether the page waits for somebody who was here first. */
  readonly isHeld: boolean;
  readonly onTake: () => void;
}

/** Says who else is on the page, and lets an author edit it all the same (EDT-10: a soft lock). */
export function PageFellows({ fellows, isHeld, onTake }: PageFellowsProps) {
  const { t, i18n } = useLingui();
  if (fellows.length === 0) return null;
  const names = new Intl.ListFormat(i18n.locale).format(fellows.map(({ name }) => name));
  return isHeld ? (
    <Banner tone="info" role="status" title={t`Already on this page: ${names}`} action={<Button onPress={onTake}>{t`Edit it too`}</Button>}>
      {t`You see what is saved there. The page can be edited once it is free again.`}
    </Banner>
  ) : (
    <Banner tone="info" role="status" title={t`Also on this page: ${names}`}>
      {t`What each of you changes is kept. Where both change the same text, you choose.`}
    </Banner>
  );
}
