import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { lacks } from "#features/portal/lacking.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { canGoAgain, mailBodyPath, type Message } from "../contract.ts";
import { messageQuery, useSendAgain } from "./hooks.ts";
import { MailStateTag, useReasonWords } from "./mail-state.tsx";

/** One message as it was sent: its HTML in a frame without scripts, its plain text, its headers, and what became of it. */
export function MessageView({ messageId }: { messageId: number }) {
  const { t } = useLingui();
  const user = useEnvironment().User;
  const query = useQuery(messageQuery(messageId));
  const message = query.data;
  const isAbsent = query.error instanceof CallError && query.error.status === 404;
  return (
    <div className="page stack">
      <PageHeader
        title={message ? (message.subject ?? message.eventTitle) : isAbsent ? t`This message is not there` : t`Message`}
        back={{ to: "/admin/mail", label: t`Mail` }}
        {...(message && {
          meta: <MailStateTag state={message.state} />,
          actions: canGoAgain(message) && !lacks(user, "set-mail") && <SendAgain message={message} />,
        })}
      />
      {isAbsent ? (
        <EmptyState title={t`There is nothing to see`} action={<LinkButton to="/admin/mail">{t`All messages`}</LinkButton>} />
      ) : query.isError && !message ? (
        <ErrorState title={t`The message could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <BusyRegion isBusy={!message} label={t`Loading the message`} skeleton={<Skeleton />}>
          {message && <Parts message={message} />}
        </BusyRegion>
      )}
    </div>
  );
}

/** Sends the message once more; of one that may have arrived already, it is asked first. */
function SendAgain({ message: { id, state, address } }: { message: Message }) {
  const { t } = useLingui();
  const again = useSendAgain();
  const [isAsking, setAsking] = useState(false);
  const send = () => {
    setAsking(false);
    // The button is gone once the message waits, and with it what it would be told.
    again.mutateAsync(id).then(
      () => toast({ tone: "success", title: t`It goes out anew` }),
      (error: Error) => toast({ tone: "danger", title: t`The message was not sent again`, message: error.message }),
    );
  };
  return (
    <>
      <Button icon={RotateCw} isPending={again.isPending} onPress={() => (state === "unclear" ? setAsking(true) : send())}>
        <Trans>Send again</Trans>
      </Button>
      <ConfirmDialog isOpen={isAsking} onCancel={() => setAsking(false)} onConfirm={send}>
        <p>
          <Trans>
            Nobody knows whether this message arrived. Sent again, <bdi>{address}</bdi> may get it twice.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}

function Parts({ message }: { message: Message }) {
  const { t } = useLingui();
  const reason = useReasonWords()(message.reason);
  return (
    <div className="stack mail-message">
      <dl className="mail-facts">
        <Fact label={t`To`}>
          {message.userId !== null && (
            <>
              <Link to={`/users/details/${message.userId}`}>
                <bdi>{message.person}</bdi>
              </Link>{" "}
            </>
          )}
          <bdi className="muted">{message.address}</bdi>
        </Fact>
        <Fact label={t`About`}>{message.eventTitle}</Fact>
        <Fact label={t`Written`}>
          <Time instant={message.createdAt} />
        </Fact>
        {message.endedAt === null ? (
          <Fact label={t`Goes out`}>
            <Time instant={message.dueAt} />
          </Fact>
        ) : (
          <Fact label={t`Ended`}>
            <Time instant={message.endedAt} />
          </Fact>
        )}
        {reason !== null && <Fact label={t`Why`}>{reason}</Fact>}
        {message.tries > 1 && <Fact label={t`Tries`}>{String(message.tries)}</Fact>}
        {message.response && (
          <Fact label={t`The mail server said`}>
            <bdi>{message.response}</bdi>
          </Fact>
        )}
      </dl>
      {message.hasHtml && (
        <section className="card mail-part" aria-labelledby="mail-html">
          <h2 id="mail-html">{t`As it is shown`}</h2>
          <iframe className="mail-frame" title={t`The message as it is shown`} src={mailBodyPath(message.id)} sandbox="" />
        </section>
      )}
      {message.plain !== null && (
        <section className="card mail-part" aria-labelledby="mail-plain">
          <h2 id="mail-plain">{t`Plain text`}</h2>
          <pre className="mail-plain" dir="auto">
            {message.plain}
          </pre>
        </section>
      )}
      {message.headers.length > 0 && (
        <section className="card mail-part" aria-labelledby="mail-headers">
          <h2 id="mail-headers">{t`Headers`}</h2>
          <dl className="mail-facts">
            {message.headers.map(({ name, value }) => (
              <Fact key={name} label={name}>
                <bdi>{value}</bdi>
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
