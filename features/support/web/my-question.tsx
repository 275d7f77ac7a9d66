import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { myQuestions } from "#features/help/web/article-address.ts";
import { idIn } from "#platform/web/address-id.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Question } from "../contract.ts";
import { myQuestionQuery, useCloseMine, useWriteAgain } from "./hooks.ts";
import { QuestionThread, SentAlong } from "./question-thread.tsx";
import { QuestionStateTag, useQuestionWords } from "./question-words.tsx";
import { WriteForm } from "./write-form.tsx";
import "./support.css";

/** One question of one's own by the number in the address: its state, what was written, and writing again or closing it. */
export function MyQuestion({ named }: { named: string }) {
  const { t } = useLingui();
  const questionId = idIn(named);
  const query = useQuery({ ...myQuestionQuery(questionId), enabled: questionId > 0 });
  const back = { to: myQuestions, label: t`My questions` };
  return (
    <PageOfOne
      query={query}
      isNamed={questionId > 0}
      title={t`Your question`}
      back={back}
      waiting={t`Loading this question`}
      failed={t`This question could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={
        <div className="page">
          <PageHeader title={t`Your question`} back={back} />
          <EmptyState icon={SearchX} title={t`There is no such question`} message={t`Look for it among your questions.`} />
        </div>
      }
    >
      {(question) => <Details question={question} />}
    </PageOfOne>
  );
}

function Details({ question }: { question: Question }) {
  const { t } = useLingui();
  const words = useQuestionWords();
  const close = useCloseMine(question.id);
  const writing = useWriteAgain(question.id);
  const failed = (error: Error) => toast({ tone: "danger", title: t`The question was not closed`, message: error.message });
  return (
    <>
      <PageHeader
        title={t`Your question`}
        back={{ to: myQuestions, label: t`My questions` }}
        meta={
          <>
            <QuestionStateTag state={question.state} />
            <span>{words.topic[question.topic]}</span>
            <Time instant={question.askedAt} />
          </>
        }
      />
      <QuestionThread question={question} isMine />
      <WriteForm
        label={question.state === "closed" ? t`Write again, which opens the question` : t`Write again`}
        send={t`Send`}
        sent={t`Your message was sent`}
        writing={writing}
      >
        {question.state !== "closed" && (
          <Button isPending={close.isPending} onPress={() => close.mutate(undefined, { onError: failed })}>
            <Trans>Close the question</Trans>
          </Button>
        )}
      </WriteForm>
      <SentAlong question={question} />
    </>
  );
}
