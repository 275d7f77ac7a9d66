import { useLingui } from "@lingui/react/macro";
import type { ApiCall } from "#features/progress/contract.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Time } from "#ui/time.tsx";
import type { LoggedCalls } from "../contract.ts";
import { CallValue } from "./call-value.tsx";
import "./calls.css";

type CallSessionsProps = { batches: readonly LoggedCalls[]; isOpen?: boolean; headingLevel?: 2 | 3 };

/** Logged calls, newest batch first, by session: every call with its value, result and error. isOpen: the newest session is. */
export default function CallSessions({ batches, isOpen = false, headingLevel = 3 }: CallSessionsProps) {
  return sessionsOf(batches).map((session, index) => (
    <Session key={`${session.session} ${session.scoKey}`} session={session} isOpen={isOpen && index === 0} headingLevel={headingLevel} />
  ));
}

interface SessionCalls {
  readonly session: string;
  readonly scoKey: string;
  readonly title: string;
  /** When its newest calls arrived. */
  readonly receivedAt: string;
  readonly calls: ApiCall[];
}

/** Joins batches (newest first) into sessions of one SCO, with calls in the order they were made. */
function sessionsOf(batches: readonly LoggedCalls[]): SessionCalls[] {
  const sessions = new Map<string, SessionCalls>();
  for (const { session, scoKey, title, receivedAt, calls } of batches) {
    const key = `${session} ${scoKey}`;
    const known = sessions.get(key);
    if (known) known.calls.unshift(...calls);
    else sessions.set(key, { session, scoKey, title, receivedAt, calls: [...calls] });
  }
  return [...sessions.values()];
}

function Session({ session, isOpen, headingLevel }: { session: SessionCalls; isOpen: boolean; headingLevel: 2 | 3 }) {
  const { t } = useLingui();
  const { calls } = session;
  const failed = calls.filter(({ error }) => isError(error)).length;
  const count = calls.length;
  return (
    <Disclosure
      title={session.title}
      defaultExpanded={isOpen}
      headingLevel={headingLevel}
      meta={
        <>
          <Time instant={session.receivedAt} showZone={false} />
          {" · "}
          <bdi>{failed > 0 ? t`${count} calls, ${failed} with an error` : t`${count} calls`}</bdi>
        </>
      }
    >
      <ol className="scorm-call-list">
        {calls.map((one, index) => (
          <CallLine key={index} call={one} />
        ))}
      </ol>
    </Disclosure>
  );
}

/** One call as a line: "6.7 s  LMSSetValue cmi.core.exit = suspend → true". */
function CallLine({ call: { at, call: name, element, value, result, error } }: { call: ApiCall }) {
  const { t, i18n } = useLingui();
  const time = i18n.number(at / 1000, {
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return (
    <li>
      <bdi className="muted num">{time}</bdi>
      <span dir="ltr">
        <strong>{name}</strong> {element}
        {value !== undefined && (
          <>
            {" = "}
            <CallValue text={value} />
          </>
        )}
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden">{t`answered`}</span>{" "}
        {result === "" ? <span className="muted">{t`(empty)`}</span> : <CallValue text={result} />}
        {isError(error) && <span className="scorm-call-error"> {t`Error ${error}`}</span>}
      </span>
    </li>
  );
}

/** In both standards, 0 means no error. */
const isError = (error: string) => error !== "" && error !== "0";
