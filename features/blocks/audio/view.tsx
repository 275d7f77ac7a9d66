import { Trans, useLingui } from "@lingui/react/macro";
import { AudioLines, CircleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { BlockViewProps } from "../block-kind.ts";
import { fileUrl } from "../file-url.ts";
import { playedEnough, reducePlayed } from "../played.ts";
import { watchedPercent } from "../watched-percent.ts";
import PlayerTranscript from "../web/player-transcript.tsx";
import { useWatchLog } from "../web/use-watch-log.ts";
import type { AudioBlock, AudioFact, AudioRule, AudioState } from "./audio.ts";
import "./audio.css";

/** Playback that stopped within this many seconds of the end starts over. */
const endMargin = 1;

/** A recording in the browser's own player, which keyboards, screen readers and phones support, with its transcript. Never starts by itself. */
export function View({ block, state, learner }: BlockViewProps<AudioBlock, AudioFact, AudioState>) {
  const { t } = useLingui();
  const player = useRef<HTMLAudioElement>(null);
  // The position when the page was opened; later state must not move the playback.
  const [startAt] = useState(state?.position ?? 0);
  const [second, setSecond] = useState(startAt);
  const [hasFailed, setFailed] = useState(false);
  const log = useWatchLog(({ ranges, position }) => {
    learner.stand(position);
    learner.report({ kind: "audio", blockId: block.id, ranges, position });
  });
  const heard = () => {
    const element = player.current;
    if (!element || element.seeking) return;
    setSecond(element.currentTime);
    if (element.paused) return;
    log.step(element.currentTime, element.playbackRate);
    learner.touch();
  };
  const goTo = (to: number) => {
    const element = player.current;
    if (!element) return;
    log.flush();
    element.currentTime = to;
    void element.play().catch(() => undefined);
  };
  const last = block.sources.length - 1;
  return (
    <section className="lesson-audio" aria-label={t`Recording: ${block.title}`}>
      <h2>
        <Icon of={AudioLines} /> <bdi>{block.title}</bdi>
      </h2>
      <audio
        ref={player}
        controls
        preload="metadata"
        onLoadedMetadata={({ currentTarget: element }) => {
          if (startAt > 0 && startAt < element.duration - endMargin) element.currentTime = startAt;
        }}
        onTimeUpdate={heard}
        onSeeking={log.forget}
        onPause={({ currentTarget: element }) => {
          log.step(element.currentTime, element.playbackRate);
          log.flush();
        }}
        onEnded={log.flush}
      >
        {block.sources.map(({ fileId, mediaType }, index) => (
          <source key={fileId} src={fileUrl(fileId)} type={mediaType} onError={index === last ? () => setFailed(true) : undefined} />
        ))}
      </audio>
      {hasFailed && (
        <p role="alert" className="lesson-audio-failed">
          <Icon of={CircleAlert} /> <Trans>The recording could not be played. Its words stand below.</Trans>
        </p>
      )}
      <PlayerTranscript lines={block.transcript} second={second} onSeek={goTo} />
    </section>
  );
}

export function RuleWords({ rule: { audioPercent = 0 } }: { rule: AudioRule }) {
  const percent = usePercent();
  const share = percent(audioPercent);
  return <Trans>Completes when you listen to {share} of the recording.</Trans>;
}

export function RuleNote({ block, state }: { block: AudioBlock; state: AudioState | null }) {
  const percent = usePercent();
  return (
    <Trans>
      You listened to <bdi>{percent(watchedPercent(state?.ranges ?? [], block.seconds))}</bdi> of “<bdi>{block.title}</bdi>”.
    </Trans>
  );
}

export function RuleLeft({ block, rule: { audioPercent = 0 }, state }: { block: AudioBlock; rule: AudioRule; state: AudioState | null }) {
  const percent = usePercent();
  const share = percent(audioPercent);
  return audioPercent > 0 && !playedEnough(block.seconds, audioPercent, state) && <Trans>Listen to {share} first</Trans>;
}

/** The state including this report, before the server confirms it. */
export function ahead({ seconds }: AudioBlock, { audioPercent }: AudioRule, before: AudioState | null, fact: AudioFact) {
  const state: AudioState = { kind: "audio", ...reducePlayed(seconds, before, fact, true) };
  return { state, isEnough: audioPercent !== undefined && playedEnough(seconds, audioPercent, state) };
}
