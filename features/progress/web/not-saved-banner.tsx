import { useLingui } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";

/** Says that the server refused something a learner did, with its reason; what was refused stays in the outbox. */
export default function NotSavedBanner({ reason }: { reason: string }) {
  const { t } = useLingui();
  return (
    <Banner tone="warning" role="status" title={t`Some of your progress is not saved`}>
      {reason} {t`It stays on this device.`}
    </Banner>
  );
}
