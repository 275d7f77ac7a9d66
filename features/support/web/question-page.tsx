import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useParams } from "react-router";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Asked } from "../staff-contract.ts";
import { QuestionThread, SentAlong } from "./question-thread.tsx";
import { QuestionStateTag, useQuestionWords } from "./question-words.tsx";
import { questionQuery, useAnswer, useSetState } from "./staff-hooks.ts";
import { WriteForm } from "./write-form.tsx";
import "./support.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const questionId = idIn(params["questionId"]);
  return questionId > 0 && client.prefetchQuery(questionQuery(questionId));
};

/** One question: who asked it, what went with it, what was written, and the answer. */
export default function QuestionPage() {
  const { t } = useLingui();
  const questionId = idIn(useParams()["questionId"]);
  const query = useQuery({ ...questionQuery(questionId), enabled: questionId > 0 });
  const back = { to: "/portal/questions", label: t`Questions` };
  return (
    <PageOfOne
      query={query}
      isNamed={questionId > 0}
      title={t`Question`}
      back={back}
      waiting={t`Loading this question`}
      failed={t`This question could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={
        <div className="page">
          <PageHeader title={t`Question`} back={back} />
          <EmptyState
            icon={SearchX}
            title={t`There is no such question`}
            message={t`It may be from somebody whom you do not look after. Look for it among the questions.`}
          />
        </div>
      }
    >
      {(question) => <Details question={question} />}
    </PageOfOne>
  );
}

function Details({ question }: { question: Asked }) {
  const { t } = useLingui();
  const words = useQuestionWords();
  const answering = useAnswer(question.id);
  const setting = useSetState(question.id);
  const { state, name, email, userId } = question;
  const set = (next: "open" | "closed") =>
    setting.mutate(next, {
      onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
    });
  return (
    <>
      <PageHeader
        title={t`Question by ${name}`}
        back={{ to: "/portal/questions", label: t`Questions` }}
        meta={
          <>
            <QuestionStateTag state={state} />
            <span>{words.topic[question.topic]}</span>
            <Time instant={question.askedAt} />
            <Link to={`/users/details/${userId}`}>
              <bdi>{email}</bdi>
            </Link>
          </>
        }
        actions={
          state === "closed" ? (
            <Button isPending={setting.isPending} onPress={() => set("open")}>
              <Trans>Open it again</Trans>
            </Button>
          ) : (
            <Button isPending={setting.isPending} onPress={() => set("closed")}>
              <Trans>Close the question</Trans>
            </Button>
          )
        }
      />
      <QuestionThread question={question} isMine={false} />
      <WriteForm label={t`Your answer`} send={t`Send the answer`} sent={t`The answer was sent`} writing={answering} />
      <SentAlong question={question} />
    </>
  );
}
