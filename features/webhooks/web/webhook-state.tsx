import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, CircleCheck, CircleOff, TriangleAlert } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Webhook } from "../contract.ts";

/** Whether a webhook is on, and whether what is sent to it arrives. */
export function WebhookState({ webhook: { isOn, offReason, failingSince } }: { webhook: Webhook }) {
  const { t } = useLingui();
  if (!isOn)
    return (
      <span className="webhook-state">
        <Tag icon={offReason ? Ban : CircleOff} tone={offReason ? "danger" : "neutral"}>
          {offReason ? t`Turned itself off` : t`Off`}
        </Tag>
        {offReason && (
          <span className="muted small">
            {offReason === "gone" ? t`Its receiver answered that it is not there any more.` : t`Nothing arrived for more than a day.`}
          </span>
        )}
      </span>
    );
  if (failingSince === null)
    return (
      <Tag icon={CircleCheck} tone="success">
        {t`On`}
      </Tag>
    );
  return (
    <span className="webhook-state">
      <Tag icon={TriangleAlert} tone="warning">
        {t`Failing`}
      </Tag>
      <span className="muted small">
        <Trans>
          Since <Time instant={failingSince} />.
        </Trans>
      </span>
    </span>
  );
}
