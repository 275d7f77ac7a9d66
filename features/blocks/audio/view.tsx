import { Trans, useLingui } from "@lingui/react/macro";
import { AudioLines, CircleAlert, RotateCw } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { fileUrl } from "../file-url.ts";
import { playedEnough, reducePlayed } from "../played.ts";
import { watchedPercent } from "../watched-percent.ts";
import { PlayerBar } from "../web/player-bar.tsx";
import PlayerTranscript from "../web/player-transcript.tsx";
import { usePlayback } from "../web/use-playback.ts";
import { playerFrame, usePlayerKeys } from "../web/use-player-keys.ts";
import type { AudioBlock, AudioFact, AudioRule, AudioState } from "./audio.ts";
import "./audio.css";

/** A recording with the controls and keys that a video has, and its transcript. Never starts by itself. */
function Player({ block, state, learner }: BlockViewProps<AudioBlock, AudioFact, AudioState>) {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  // The position when the page was opened; later state must not move the playback.
  const [startAt] = useState(state?.position ?? 0);
  const { media, preload, events, sources, player } = usePlayback<HTMLAudioElement, AudioBlock["sources"][number]>({
    sources: block.sources,
    seconds: block.seconds,
    startAt,
    endMargin: 1,
    onReport: ({ ranges, position }) => {
      learner.stand(position);
      learner.report({ kind: "audio", blockId: block.id, ranges, position });
    },
    onProgress: learner.touch,
  });
  usePlayerKeys(frame, player, learner.shortcuts);
  const goTo = (second: number) => {
    player.seek(second);
    player.play();
  };
  const retry = () => {
    // The button goes with the press; the focus stays with the player.
    frame.current?.focus({ preventScroll: true });
    player.retry();
  };
  const last = sources.length - 1;
  return (
    <section className="lesson-audio" aria-label={t`Recording: ${block.title}`}>
      <h2>
        <Icon of={AudioLines} /> <bdi>{block.title}</bdi>
      </h2>
      <div {...playerFrame} ref={frame} tabIndex={-1}>
        <audio ref={media} preload={preload} {...events}>
          {sources.map(({ fileId, mediaType }, index) => (
            <source key={fileId} src={fileUrl(fileId)} type={mediaType} onError={index === last ? player.fail : undefined} />
          ))}
        </audio>
        {player.hasFailed ? (
          <div role="alert" className="lesson-audio-failed">
            <p>
              <Icon of={CircleAlert} /> <Trans>The recording could not be played. Its words stand below.</Trans>
            </p>
            <Button icon={RotateCw} onPress={retry}>{t`Try again`}</Button>
          </div>
        ) : (
          <PlayerBar player={player} />
        )}
      </div>
      <PlayerTranscript lines={block.transcript} second={player.second} onSeek={goTo} />
    </section>
  );
}

function RuleWords({ rule: { audioPercent = 0 } }: { rule: AudioRule }) {
  const percent = usePercent();
  const share = percent(audioPercent);
  return <Trans>Completes when you listen to {share} of the recording.</Trans>;
}

function RuleNote({ block, state }: { block: AudioBlock; state: AudioState | null }) {
  const percent = usePercent();
  return (
    <Trans>
      You listened to <bdi>{percent(watchedPercent(state?.ranges ?? [], block.seconds))}</bdi> of “<bdi>{block.title}</bdi>”.
    </Trans>
  );
}

function RuleLeft({ block, rule: { audioPercent = 0 }, state }: { block: AudioBlock; rule: AudioRule; state: AudioState | null }) {
  const percent = usePercent();
  const share = percent(audioPercent);
  return audioPercent > 0 && !playedEnough(block.seconds, audioPercent, state) && <Trans>Listen to {share} first</Trans>;
}

/** The state including this report, before the server confirms it. */
function ahead({ seconds }: AudioBlock, { audioPercent }: AudioRule, before: AudioState | null, fact: AudioFact) {
  const state: AudioState = { kind: "audio", ...reducePlayed(seconds, before, fact, true) };
  return { state, isEnough: audioPercent !== undefined && playedEnough(seconds, audioPercent, state) };
}

/** Nothing until a file is chosen. */
const View = (props: BlockViewProps<AudioBlock, AudioFact, AudioState>) =>
  props.block.sources.length === 0 ? null : <Player {...props} />;

export const view = { View, RuleWords, RuleNote, RuleLeft, ahead } satisfies BlockView<AudioBlock, AudioFact, AudioState>;
