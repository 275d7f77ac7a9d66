import { Trans, useLingui } from "@lingui/react/macro";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import { ownAddress, type Question } from "../contract.ts";
import "./support.css";

// For those who asked from a package alone.
const CallSessions = lazyPart(() => import("#features/scorm/web/call-sessions.tsx"));

/** What was written about a question, in its order. All of it is text and nothing else. isMine: for whoever asked. */
export function QuestionThread({ question, isMine }: { question: Question; isMine: boolean }) {
  const { t } = useLingui();
  const nameOf = ({ isAnswer, by }: Question["messages"][number]) =>
    isAnswer ? (by ?? t`The people who run the portal`) : isMine ? t`You` : (by ?? t`Somebody`);
  return (
    <ol className="support-thread" aria-label={t`What was written`}>
      {question.messages.map((message) => (
        <li key={message.id} className="card" data-answer={message.isAnswer || undefined}>
          <p className="row-between">
            <bdi className="support-by">{nameOf(message)}</bdi>
            <span className="muted small">
              <Time instant={message.writtenAt} />
            </span>
          </p>
          <div className="support-words" dir="auto">
            {message.words}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What went with a question because whoever asked said so. The page is a link only where it is an address of this portal. */
export function SentAlong({ question: { page, browser, findings, jobIds, calls } }: { question: Question }) {
  const { t } = useLingui();
  if (page === null && browser === null && findings === null && jobIds.length === 0 && calls === null) return null;
  const jobs = jobIds.join(", ");
  return (
    <section className="support-part" aria-labelledby="sent-along">
      <h2 id="sent-along">
        <Trans>Sent along</Trans>
      </h2>
      <dl className="support-facts">
        {page !== null && (
          <div>
            <dt>{t`Page`}</dt>
            <dd>
              {ownAddress(page) === page ? (
                <Link to={page}>
                  <bdi>{page}</bdi>
                </Link>
              ) : (
                <bdi>{page}</bdi>
              )}
            </dd>
          </div>
        )}
        {browser !== null && (
          <div>
            <dt>{t`Browser and screen`}</dt>
            <dd>
              <bdi>{browser}</bdi>
            </dd>
          </div>
        )}
        {findings !== null && (
          <div>
            <dt>{t`Check my computer`}</dt>
            <dd className="support-findings" dir="auto">
              {findings}
            </dd>
          </div>
        )}
        {jobIds.length > 0 && (
          <div>
            <dt>{t`Jobs`}</dt>
            <dd>
              <bdi className="num">{jobs}</bdi>
            </dd>
          </div>
        )}
        {calls !== null && (
          <div>
            <dt>{t`What the course reported`}</dt>
            <dd>
              <bdi>{calls.courseTitle}</bdi>
              <CallSessions batches={calls.batches} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
