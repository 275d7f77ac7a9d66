import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, Download, Play, RotateCw } from "lucide-react";
import { useState } from "react";
import type { Ref } from "react";
import type { Answer } from "#features/questions/kinds.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Button } from "#ui/button.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { BlockView, BlockViewProps, SubmitFact } from "../block-kind.ts";
import { fileUrl } from "../file-url.ts";
import { isAnswered, playedEnough, reducePlayed } from "../played.ts";
import { watchedPercent } from "../watched-percent.ts";
import { clock } from "../web/clock.ts";
import PlayerTranscript from "../web/player-transcript.tsx";
import { TimedLines } from "../web/timed-lines.tsx";
import { playerFrame, usePlayerKeys } from "../web/use-player-keys.ts";
import type { WatchReport } from "../web/use-watch-log.ts";
import type { Player, PlayerEvents } from "./use-player.ts";
import { usePlayer } from "./use-player.ts";
import { useQuestions, useStops } from "./use-questions.ts";
import { VideoControls } from "./video-controls.tsx";
import type { ShownVideo, VideoFact, VideoRule, VideoState } from "./video.ts";
import "./player.css";

/** Loaded once a video with questions is started. */
const QuestionPart = lazyPart(async () => ({ default: (await import("../web/asking.ts")).QuestionPart }));
type Fact = VideoFact | SubmitFact;

/** A video of a lesson: the native player element with our controls, keys, questions and transcript. */
function Player({ block, state, learner }: BlockViewProps<ShownVideo, Fact, VideoState>) {
  const { t } = useLingui();
  const { chapters = [] } = block;
  const questions = useQuestions(block, state);
  // The position when the page was opened; later state must not move the playback.
  const [startAt] = useState(Math.min(state?.position ?? 0, questions.furthest));
  const onReport = ({ ranges, position }: WatchReport) => {
    learner.stand(position);
    learner.report({ kind: "video", blockId: block.id, ranges, position });
  };
  const { furthest, asked } = questions;
  const { video, frame, preload, events, sources, player } = usePlayer({ block, startAt, furthest, onReport, onProgress: learner.touch });
  const stops = useStops(questions, { video, ...player });
  usePlayerKeys(frame, player, learner.shortcuts);
  // A button that goes with the press leaves the focus with the player.
  const keepFocus = () => frame.current?.focus({ preventScroll: true });
  const start = () => {
    keepFocus();
    if (block.questions) QuestionPart.want();
    player.play();
  };
  const goOn = () => {
    keepFocus();
    questions.setAsked(null);
    player.play();
  };
  const answer = (id: string, given: Answer) => {
    questions.give(id);
    // All of them, since a preview knows of none before.
    const before = Object.entries(state?.answers ?? {}).map(([one, marked]) => [one, marked.answer] as const);
    learner.report({ kind: "submit", blockId: block.id, answers: { ...Object.fromEntries(before), [id]: given } });
  };
  const both = (own: () => void, besides: () => void) => () => {
    own();
    besides();
  };
  const watched = {
    ...events,
    onTimeUpdate: both(events.onTimeUpdate, stops.onTimeUpdate),
    onSeeking: both(events.onSeeking, stops.onSeeking),
    onPlay: both(events.onPlay, stops.onPlay),
  };
  const retry = () => {
    keepFocus();
    player.retry();
  };
  const goTo = (second: number) => {
    player.seek(second);
    player.play();
  };
  return (
    <section className="player" aria-label={t`Video: ${block.title}`}>
      <div className="player-frame" {...playerFrame} ref={frame} tabIndex={-1} data-playing={player.isPlaying || undefined}>
        <div className="player-picture">
          <PlayerVideo ref={video} preload={preload} events={watched} player={player} block={block} sources={sources} />
          {asked && (
            <QuestionPart
              key={asked.question.id}
              at={clock(asked.from)}
              question={asked.question}
              marked={state?.answers?.[asked.question.id] ?? null}
              learner={learner}
              isHeld={questions.isHeld}
              onAnswer={(given) => answer(asked.question.id, given)}
              onGoOn={goOn}
            />
          )}
          {player.hasFailed ? (
            <PlayerFailure block={block} onRetry={retry} />
          ) : (
            !player.hasStarted && (
              <button type="button" className="player-start" onClick={start}>
                <Icon of={Play} size="l" />
                <span className="visually-hidden">{t`Play video`} </span>
                <bdi className="num">{clock(player.length)}</bdi>
              </button>
            )
          )}
        </div>
        <VideoControls player={player} block={block} />
      </div>
      {chapters.length > 0 && (
        <Disclosure title={t`Chapters`} headingLevel={2} defaultExpanded>
          <TimedLines lines={chapters} second={player.second} onSeek={goTo} />
        </Disclosure>
      )}
      {block.transcript.length > 0 && <PlayerTranscript lines={block.transcript} second={player.second} onSeek={goTo} />}
    </section>
  );
}

type PlayerVideoProps = {
  ref: Ref<HTMLVideoElement>;
  preload: "none" | "metadata";
  events: PlayerEvents;
  player: Player;
  block: ShownVideo;
  sources: ShownVideo["sources"];
};

function PlayerVideo({ ref, preload, events, player, block, sources }: PlayerVideoProps) {
  const last = sources.length - 1;
  return (
    // Has a mouse handler only: the player's keys do the same as a press on the picture.
    <video
      ref={ref}
      {...events}
      onClick={player.toggle}
      preload={preload}
      playsInline
      poster={block.posterFileId === null ? undefined : fileUrl(block.posterFileId)}
    >
      {sources.map((source, index) => (
        <source
          key={source.fileId}
          src={fileUrl(source.fileId)}
          type={source.mediaType}
          onError={index === last ? player.fail : undefined}
        />
      ))}
      {block.captions.map((track) => (
        <track key={track.fileId} kind="captions" src={fileUrl(track.fileId)} srcLang={track.language} label={track.label} />
      ))}
    </video>
  );
}

function PlayerFailure({ block, onRetry }: { block: ShownVideo; onRetry: () => void }) {
  const { t } = useLingui();
  const download = block.sources[0];
  return (
    <div className="player-failure" role="alert">
      <p>
        <Icon of={CircleAlert} /> <Trans>The video could not be played. What you watched so far is kept.</Trans>
      </p>
      <div className="row">
        <Button icon={RotateCw} onPress={onRetry}>{t`Try again`}</Button>
        {download && (
          <a className="ui-button" href={fileUrl(download.fileId)} download>
            <Icon of={Download} /> {t`Download the video`}
          </a>
        )}
      </div>
    </div>
  );
}

function RuleWords({ rule: { videoPercent = 0 }, block }: { rule: VideoRule; block: ShownVideo }) {
  const percent = usePercent();
  const share = percent(videoPercent);
  return hasToAnswer(block) ? (
    <Trans>Completes when you watch {share} of the video and answer its questions.</Trans>
  ) : (
    <Trans>Completes when you watch {share} of the video.</Trans>
  );
}

const hasToAnswer = (block: ShownVideo) => !isAnswered(block);

function RuleNote({ block, state }: { block: ShownVideo; state: VideoState | null }) {
  const percent = usePercent();
  const total = block.questions?.length ?? 0;
  const answered = Object.keys(state?.answers ?? {}).length;
  return (
    <>
      <Trans>
        You watched <bdi>{percent(watchedPercent(state?.ranges ?? [], block.seconds))}</bdi> of “<bdi>{block.title}</bdi>”.
      </Trans>
      {hasToAnswer(block) && (
        <>
          {" "}
          <Trans>
            You answered {answered} of {total}.
          </Trans>
        </>
      )}
    </>
  );
}

function RuleLeft({ block, rule: { videoPercent = 0 }, state }: { block: ShownVideo; rule: VideoRule; state: VideoState | null }) {
  const percent = usePercent();
  const share = percent(videoPercent);
  if (videoPercent <= 0) return null;
  if (!playedEnough(block.seconds, videoPercent, state)) return <Trans>Watch {share} first</Trans>;
  return !isAnswered(block, state?.answers) && <Trans>Answer its questions first</Trans>;
}

/** The state including this report, before the server confirms it; only the server can mark an answer. */
function ahead(block: ShownVideo, { videoPercent }: VideoRule, before: VideoState | null, fact: Fact) {
  if (fact.kind === "submit") return undefined;
  const state: VideoState = { ...before, kind: "video", ...reducePlayed(block.seconds, before, fact, true) };
  const isEnough = videoPercent !== undefined && playedEnough(block.seconds, videoPercent, state) && isAnswered(block, state.answers);
  return { state, isEnough };
}

/** What was watched stays when the server marks an answer alone. */
const joined = (before: VideoState, after: VideoState): VideoState => ({ ...after, ranges: before.ranges, position: before.position });

/** Nothing until a file is chosen. */
const View = (props: BlockViewProps<ShownVideo, Fact, VideoState>) => (props.block.sources.length === 0 ? null : <Player {...props} />);

export const view = { View, RuleWords, RuleNote, RuleLeft, ahead, joined } satisfies BlockView<ShownVideo, Fact, VideoState>;
