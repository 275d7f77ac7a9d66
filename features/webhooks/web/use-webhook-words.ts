import { useLingui } from "@lingui/react/macro";
import type { Delivery, DeliveryProblem, DeliveryState, EventGroup, WebhookFormat } from "../contract.ts";

/** The words of webhooks. */
export function useWebhookWords() {
  const { t } = useLingui();
  const format: Record<WebhookFormat, string> = { json: t`JSON`, slack: t`Slack`, teams: t`Microsoft Teams` };
  const group: Record<EventGroup, string> = {
    learners: t`Learning`,
    authors: t`Courses`,
    staff: t`Running the portal`,
    everyone: t`Accounts and messages`,
    letters: t`Emails`,
  };
  const state: Record<DeliveryState, string> = { waiting: t`Waiting`, sent: t`Sent`, failed: t`Failed`, withheld: t`Not sent` };
  /** Why a delivery did not arrive; null where it did. */
  const problemOf = ({ problem, status }: Delivery): string | null => {
    const code = String(status ?? "");
    const words: Record<DeliveryProblem, string> = {
      status: t`Its server answered with an error (${code}).`,
      inner: t`It leads into a network or to a port that is not public. Nothing is sent there.`,
      redirects: t`Its server leads on to another address. Enter that address.`,
      unknown_host: t`The name of its server does not exist.`,
      unreachable: t`Its server could not be reached.`,
      timeout: t`Its server did not answer in time.`,
      certificate: t`The certificate of its server is not valid.`,
      secret: t`It could not be signed. Renew the secret.`,
      no_source: t`What it tells of is not there any more.`,
      off: t`The webhook was off.`,
    };
    return problem && words[problem];
  };
  return { format, group, state, problemOf };
}
