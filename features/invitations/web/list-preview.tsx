import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { entryFates, type PreviewedList } from "../staff-contract.ts";
import { useInviteList } from "./hooks.ts";
import "./list-preview.css";

type Fate = (typeof entryFates)[number];

interface Props {
  readonly told: PreviewedList;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** What inviting a long list would do to each entry, and the button that begins it. */
export function ListPreview({ told: { id, counts, left }, onBack, onClose }: Props) {
  const { t } = useLingui();
  const run = useInviteList();
  const sums = useSums();
  const whys = useWhys();
  const invited = counts.new + counts.again;
  const out = entryFates.reduce((sum, fate) => sum + counts[fate], 0) - invited;
  const rest = out - left.length;
  const go = () =>
    run.mutate(id, {
      onSuccess: () => {
        toast({
          title: t`${plural(invited, { one: "# person is being invited", other: "# people are being invited" })}`,
          message: t`It goes on in the background. Jobs, at the top, shows how far it is.`,
        });
        onClose();
      },
    });
  return (
    <Dialog
      title={t`Who is invited`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !run.isPending && onClose()}
      footer={
        <>
          <Button onPress={onBack} isDisabled={run.isPending}>
            <Trans>Back</Trans>
          </Button>
          {invited > 0 && (
            <Button variant="primary" isPending={run.isPending} pendingLabel={t`Working`} onPress={go}>
              {t`${plural(invited, { one: "Invite # person", other: "Invite # people" })}`}
            </Button>
          )}
        </>
      }
    >
      <div className="stack" role="status">
        {run.isError && (
          <Banner tone="danger" role="alert" title={t`Nobody was invited`}>
            {run.error instanceof CallError ? run.error.message : t`Try again in a moment.`}
          </Banner>
        )}
        {invited === 0 && (
          <p>
            <Trans>Nobody on this list can be invited.</Trans>
          </p>
        )}
        <ul className="list-sums">{entryFates.map((fate) => counts[fate] > 0 && <li key={fate}>{sums[fate](counts[fate])}</li>)}</ul>
        {left.length > 0 && (
          <section>
            <h3 className="list-head">
              <Trans>Left out</Trans>
            </h3>
            <ul className="list-left" aria-label={t`Lines left out`}>
              {left.map(({ nth, line, words, fate }) => {
                const why = whys[fate];
                return (
                  <li key={nth}>
                    <bdi>{words}</bdi>
                    <span className="muted small">{t`Line ${line}: ${why}`}</span>
                  </li>
                );
              })}
              {rest > 0 && <li className="muted">{t`${plural(rest, { one: "and # more line", other: "and # more lines" })}`}</li>}
            </ul>
          </section>
        )}
        {invited > 0 && (
          <p className="muted small">
            <Trans>
              This runs in the background, can be undone for seven days, and ends with a file that says what became of each line.
            </Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function useSums(): Record<Fate, (count: number) => string> {
  const { t } = useLingui();
  return {
    new: (count) => t`${plural(count, { one: "# new person is invited", other: "# new people are invited" })}`,
    again: (count) =>
      t`${plural(count, {
        one: "# is invited already: they get a new email, and their older link ends",
        other: "# are invited already: they get a new email, and their older links end",
      })}`,
    member: (count) => t`${plural(count, { one: "# belongs to the portal already", other: "# belong to the portal already" })}`,
    suppressed: (count) =>
      t`${plural(count, { one: "# is on the email blacklist: nothing is sent there", other: "# are on the email blacklist: nothing is sent there" })}`,
    malformed: (count) => t`${plural(count, { one: "# line names no email", other: "# lines name no email" })}`,
    twice: (count) => t`${plural(count, { one: "# is in the list twice", other: "# are in the list twice" })}`,
  };
}

function useWhys(): Record<PreviewedList["left"][number]["fate"], string> {
  const { t } = useLingui();
  return {
    member: t`belongs to the portal already`,
    suppressed: t`on the email blacklist`,
    malformed: t`no email`,
    twice: t`already further up in the list`,
  };
}
