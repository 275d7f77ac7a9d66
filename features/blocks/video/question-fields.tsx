import { useLingui } from "@lingui/react/macro";
import { useState, type RefObject } from "react";
import type { Question } from "#features/questions/kinds.ts";
import { QuestionList } from "#features/questions/web/question-list.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { clock } from "../web/clock.ts";
import { secondOf } from "../web/transcript-text.ts";
import type { VideoBlock } from "./video.ts";

type Asked = NonNullable<VideoBlock["questions"]>[number];
interface QuestionFieldsProps {
  readonly block: VideoBlock;
  readonly onChange: (next: VideoBlock) => void;
  /** The video beside the fields, which says where a new question comes up. */
  readonly video: RefObject<HTMLVideoElement | null>;
}

/** The questions of a video, in the order of their times. */
export function QuestionFields({ block, onChange, video }: QuestionFieldsProps) {
  const { t } = useLingui();
  const { questions = [], mustAnswer = false } = block;
  const put = (next: readonly Asked[]) => onChange({ ...block, questions: next.toSorted((a, b) => a.from - b.from) });
  const withQuestion = (asked: Asked | null, question: Question): Asked => ({
    from: asked?.from ?? Math.floor(video.current?.currentTime ?? 0),
    question,
  });
  return (
    <fieldset className="ui-field block-form">
      <legend className="ui-label">{t`Questions in the video`}</legend>
      <p className="muted small">{t`The video stops and asks. A new question comes up where the video stands above. They give no points.`}</p>
      <QuestionList
        items={questions}
        questionOf={({ question }) => question}
        withQuestion={withQuestion}
        markOf={({ from }) => clock(from)}
        Fields={TimeField}
        onChange={put}
      />
      {questions.length > 0 && (
        <Checkbox
          value={mustAnswer}
          description={t`Rightly or not. Where the page asks for a part of the video to be watched, it asks for the answers too.`}
          onChange={(must) => onChange({ ...block, mustAnswer: must })}
        >
          {t`The video goes on only after an answer`}
        </Checkbox>
      )}
    </fieldset>
  );
}

/** When a question comes up. Taken once it is whole, because the questions are then put in order. */
function TimeField({ item, onChange }: { item: Asked; onChange: (next: Asked) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(clock(item.from));
  const [isWrong, setWrong] = useState(false);
  const take = () => {
    const second = secondOf(typed);
    setWrong(second === null);
    if (second === null) return;
    setTyped(clock(second));
    if (second !== item.from) onChange({ ...item, from: second });
  };
  return (
    <TextField
      label={t`Comes up at`}
      description={t`Minutes and seconds, such as 0:05.`}
      dir="ltr"
      value={typed}
      onChange={setTyped}
      onBlur={take}
      {...(isWrong && { error: t`Write a time, such as 0:05.` })}
    />
  );
}
