import { Trans } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useState } from "react";
import type { LearnerBlock, LearnerContent, LearnerPage } from "#features/courses/content.ts";
import { partsOfQuestions } from "#features/questions/web/question-parts.tsx";
import { useOutboxStatus } from "#features/progress/web/hooks.ts";
import { Banner } from "#ui/banner.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { usePercent } from "#ui/use-percent.ts";
import { LessonFile, LessonImage } from "./lesson-blocks.tsx";
import type { Lesson } from "./lessons.ts";
import { readingSettings } from "./reading-settings.ts";
import { RichText } from "./rich-text.tsx";
import { useEndReached } from "./use-end-reached.ts";
import type { Learning } from "./use-learning.ts";
import { useRuleWords } from "./use-rule-words.ts";
import { watchedPercent } from "./watched-percent.ts";

const LessonPlayer = lazyPart(() => import("./lesson-player.tsx"));
const Quiz = lazyPart(() => import("./quiz.tsx"));

/** What the blocks of a course will need besides the page itself, for the learner who loses the connection later. */
export function blockPartsOf({ chapters }: LearnerContent) {
  const blocks = chapters.flatMap(({ pages }) => pages.flatMap((page) => page.blocks));
  const kinds = new Set(blocks.map(({ kind }) => kind));
  const questions = blocks.flatMap((block) => (block.kind === "quiz" ? block.questions : []));
  return [...(kinds.has("quiz") ? [Quiz, ...partsOfQuestions(questions)] : []), ...(kinds.has("video") ? [LessonPlayer] : [])];
}

type LessonPageProps = { lesson: Lesson; learning: Learning };

/** One lesson on the stage. A video that comes first stands above the title, as a cinema screen would. */
export function LessonPage({ lesson, learning }: LessonPageProps) {
  const { page } = lesson;
  const reading = readingSettings.use();
  const end = useEndReached(page.id, () => learning.view(page.id));
  const [first, ...others] = page.blocks;
  const leadsWithVideo = first?.kind === "video";
  const rest = leadsWithVideo ? others : page.blocks;
  const part = (block: LearnerBlock) => <LessonBlock key={block.id} block={block} page={page} learning={learning} />;
  return (
    <article className="lesson" data-size={reading.size} data-spacing={reading.spacing} data-width={reading.width}>
      {leadsWithVideo && part(first)}
      <h1 id="page-title" tabIndex={-1}>
        <bdi>{page.title}</bdi>
      </h1>
      {rest.map(part)}
      <LessonRule lesson={lesson} learning={learning} />
      <div ref={end} className="lesson-end" />
    </article>
  );
}

function LessonBlock({ block, page, learning }: { block: LearnerBlock; page: LearnerPage; learning: Learning }) {
  const { state: saving } = useOutboxStatus();
  // Where the video stood when the page opened; later reports must not move it under the viewer.
  const [startAt] = useState(() => (block.kind === "video" ? learning.videoOf(block.id).position : 0));
  if (block.kind === "text")
    return (
      <div className="prose lesson-text">
        <RichText doc={block.doc} />
      </div>
    );
  if (block.kind === "image") return <LessonImage block={block} />;
  if (block.kind === "file") return <LessonFile block={block} />;
  if (block.kind === "video")
    return (
      <LessonPlayer
        block={block}
        startAt={startAt}
        onReport={(report) => learning.watch(page, block, report)}
        onProgress={learning.touch}
        meanwhile={<div className="lesson-player-waiting" aria-busy="true" />}
      />
    );
  if (block.kind === "scorm")
    return (
      <Banner tone="warning">
        <Trans>This part of the course can't be shown here.</Trans>
      </Banner>
    );
  const handedIn = learning.waiting.find((fact) => fact.kind === "submit" && fact.blockId === block.id);
  return (
    <Quiz
      block={block}
      result={learning.state.results[block.id]}
      draft={learning.state.drafts[block.id]}
      waiting={handedIn?.kind === "submit" ? handedIn.answers : undefined}
      refusal={learning.refusals[block.id]}
      isOffline={saving === "offline" || saving === "waiting"}
      onAnswers={(answers) => learning.send({ kind: "answers", blockId: block.id, answers })}
      onSubmit={(answers) => learning.send({ kind: "submit", blockId: block.id, answers })}
      meanwhile={
        <div aria-busy="true">
          <Skeleton count={4} />
        </div>
      }
    />
  );
}

/** When this lesson counts as done, and that it is. */
function LessonRule({ lesson, learning }: LessonPageProps) {
  const ruleWords = useRuleWords();
  const percent = usePercent();
  const isDone = lesson.state === "complete" && !lesson.isSaving;
  const videos = lesson.page.rule.videoPercent === undefined ? [] : lesson.page.blocks.filter((block) => block.kind === "video");
  return (
    <div className="lesson-rule" data-done={isDone}>
      <Icon of={isDone ? CircleCheck : CircleDashed} />
      <div>
        <p>{isDone ? <Trans>This lesson is complete.</Trans> : ruleWords(lesson.page).join(" ")}</p>
        {!isDone &&
          videos.map((video) => (
            <p key={video.id} className="muted small num">
              <Trans>
                You watched <bdi>{percent(watchedPercent(learning.videoOf(video.id).ranges, video.seconds))}</bdi> of “
                <bdi>{video.title}</bdi>”.
              </Trans>
            </p>
          ))}
      </div>
    </div>
  );
}
