import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Finding } from "#features/help/check.ts";
import { quietChecks } from "#features/help/checks.ts";
import { helpCenter } from "#features/help/web/article-address.ts";
import { jobsQuery } from "#features/jobs/web/hooks.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { idIn } from "#platform/web/address-id.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import { longestFact, longestFindings, longestText, mostJobs, ownAddress } from "../contract.ts";
import { topics } from "../topics.ts";
import { lastCallsQuery, useAsk } from "./hooks.ts";
import { keepDraft, keptDraft } from "./kept-draft.ts";
import { useQuestionWords } from "./question-words.tsx";
import "./support.css";

// For those who asked from a package alone.
const CallSessions = lazyPart(() => import("#features/scorm/web/call-sessions.tsx"));

/** What the browser says of itself, as it is sent. */
const browserNow = () =>
  `${navigator.userAgent} · ${window.innerWidth} × ${window.innerHeight} / ${window.screen.width} × ${window.screen.height}`.slice(
    0,
    longestFact,
  );

type Consent = "page" | "browser" | "findings" | "jobs" | "calls";

/** The course that an address is within; 0 for none. */
const courseIn = (page: string | null) => idIn(/^\/(?:student\/courseViewer|course\/details\/scorm)\/(\d+)\b/.exec(page ?? "")?.[1]);

/** What the checks of this browser find that open nothing, a line each; null until they have. */
function useFindings(): string | null {
  const { t, i18n } = useLingui();
  const [found, setFound] = useState<readonly (readonly [MessageDescriptor, Finding])[] | null>(null);
  useEffect(() => {
    let isGone = false;
    void Promise.all(Object.values(quietChecks).map(async (check) => [check.title, await check.find()] as const)).then(
      (all) => isGone || setFound(all),
    );
    return () => void (isGone = true);
  }, []);
  if (!found) return null;
  const lines = found.map(([title, { isGood, words }]) => `${i18n._(title)}: ${isGood ? t`In order` : i18n._(words)}`);
  return lines.join("\n").slice(0, longestFindings);
}

/** Asks the people who run the portal for help (HELP-3). from: the page that somebody came from. Beside the text goes only what is ticked, and it stands there first. */
export function AskForm({ from, questionAddress }: { from: string; questionAddress: (id: number) => string }) {
  const { t, i18n } = useLingui();
  const mostCharacters = i18n.number(longestText);
  const words = useQuestionWords();
  const { Id: userId } = useEnvironment().User;
  const navigate = useNavigate();
  const ask = useAsk();
  const jobs = useQuery(jobsQuery({}));
  const [draft, setDraft] = useState(() => keptDraft(userId) ?? { topic: null, words: "" });
  const [agreed, setAgreed] = useState<ReadonlySet<Consent>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const [browser] = useState(browserNow);
  const findings = useFindings();
  const page = ownAddress(from);
  const jobIds = (jobs.data?.rows ?? []).slice(0, mostJobs).map(({ id }) => id);
  const courseId = courseIn(page);
  const log = useQuery({ ...lastCallsQuery(courseId), enabled: courseId > 0 }).data?.log ?? null;
  useEffect(() => keepDraft(userId, draft.words || draft.topic ? draft : null), [userId, draft]);

  const typed = draft.words.trim();
  const problems = {
    topic: draft.topic === null ? t`Choose what it is about.` : "",
    words: typed === "" ? t`Write your question.` : typed.length > longestText ? t`Use at most ${mostCharacters} characters.` : "",
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (draft.topic === null || problems.words) {
      document.getElementById(draft.topic === null ? "ask-topic" : "ask-words")?.focus();
      return;
    }
    const asked = {
      topic: draft.topic,
      words: typed,
      page: agreed.has("page") ? page : null,
      browser: agreed.has("browser") ? browser : null,
      findings: agreed.has("findings") ? findings : null,
      jobIds: agreed.has("jobs") ? jobIds : [],
      calls: agreed.has("calls") && log ? { attemptId: log.attemptId, upTo: log.upTo } : null,
    };
    ask.mutate(asked, {
      onSuccess: ({ id }) => {
        keepDraft(userId, null);
        toast({ tone: "success", title: t`Your question was sent` });
        void navigate(questionAddress(id), { replace: true });
      },
    });
  };
  const offered: { id: Consent; label: string; sent: string; shown?: ReactNode }[] = [
    ...(page === null ? [] : [{ id: "page" as const, label: t`The page you came from`, sent: page }]),
    { id: "browser", label: t`Your browser and the size of window and screen`, sent: browser },
    ...(findings === null ? [] : [{ id: "findings" as const, label: t`What Check my computer finds`, sent: findings }]),
    ...(jobIds.length === 0 ? [] : [{ id: "jobs" as const, label: t`The numbers of your last jobs`, sent: jobIds.join(", ") }]),
    ...(log === null
      ? []
      : [
          {
            id: "calls" as const,
            label: t`What the course reported last while you learnt`,
            sent: log.courseTitle,
            shown: <CallSessions batches={log.batches} headingLevel={2} />,
          },
        ]),
  ];
  return (
    <>
      <PageHeader
        title={t`Ask for help`}
        description={t`The people who run this portal read your question. The answer is told by the bell and by email, and stays under My questions.`}
        back={{ to: helpCenter, label: t`Help Center` }}
      />
      <form className="form support-ask" noValidate onSubmit={submit}>
        {ask.error && (
          <Banner tone="danger" role="alert">
            {ask.error.message}
          </Banner>
        )}
        <Select
          id="ask-topic"
          label={t`What is it about?`}
          options={topics.map((id) => ({ id, label: words.topic[id] }))}
          value={draft.topic}
          onChange={(topic) => setDraft((now) => ({ ...now, topic }))}
          {...(isChecked && problems.topic && { error: problems.topic })}
        />
        <TextArea
          id="ask-words"
          label={t`Your question`}
          description={t`At most ${mostCharacters} characters. What you write is kept in this window until you send it.`}
          rows={8}
          dir="auto"
          value={draft.words}
          onChange={(text) => setDraft((now) => ({ ...now, words: text }))}
          {...(isChecked && problems.words && { error: problems.words })}
        />
        <fieldset className="support-along">
          <legend className="ui-label">
            <Trans>What goes with it</Trans>
          </legend>
          <p className="muted small">
            <Trans>Only what you tick is sent, and nothing else.</Trans>
          </p>
          {offered.map(({ id, label, sent, shown }) => (
            <div key={id}>
              <Checkbox
                id={`along-${id}`}
                value={agreed.has(id)}
                onChange={(isOn) => setAgreed((now) => new Set(isOn ? [...now, id] : [...now].filter((one) => one !== id)))}
                description={sent}
              >
                {label}
              </Checkbox>
              {shown}
            </div>
          ))}
        </fieldset>
        <div className="form-actions">
          <Button variant="primary" type="submit" isPending={ask.isPending} pendingLabel={t`Sending`}>
            <Trans>Send</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}
