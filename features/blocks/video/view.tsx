import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, Download, Play, RotateCw } from "lucide-react";
import { useState } from "react";
import type { Ref } from "react";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import { Button } from "#ui/button.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { fileUrl } from "../file-url.ts";
import { playedEnough, reducePlayed } from "../played.ts";
import { watchedPercent } from "../watched-percent.ts";
import { clock } from "../web/clock.ts";
import PlayerTranscript from "../web/player-transcript.tsx";
import { TimedLines } from "../web/timed-lines.tsx";
import { playerFrame, usePlayerKeys } from "../web/use-player-keys.ts";
import type { WatchReport } from "../web/use-watch-log.ts";
import type { Player, PlayerEvents } from "./use-player.ts";
import { usePlayer } from "./use-player.ts";
import { VideoControls } from "./video-controls.tsx";
import type { VideoBlock, VideoFact, VideoRule, VideoState } from "./video.ts";
import "./player.css";

/** A video of a lesson: the native player element with our controls, keys and transcript. */
function View({ block, state, learner }: BlockViewProps<VideoBlock, VideoFact, VideoState>) {
  const { t } = useLingui();
  // The position when the page was opened; later state must not move the playback.
  const { chapters = [] } = block;
  const [startAt] = useState(state?.position ?? 0);
  const onReport = ({ ranges, position }: WatchReport) => {
    learner.stand(position);
    learner.report({ kind: "video", blockId: block.id, ranges, position });
  };
  const { video, frame, preload, events, sources, player } = usePlayer(block, startAt, onReport, learner.touch);
  usePlayerKeys(frame, player, learner.shortcuts);
  // A button that goes with the press leaves the focus with the player.
  const keepFocus = () => frame.current?.focus({ preventScroll: true });
  const start = () => {
    keepFocus();
    player.play();
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
          <PlayerVideo ref={video} preload={preload} events={events} player={player} block={block} sources={sources} />
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
  block: VideoBlock;
  sources: VideoBlock["sources"];
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

function PlayerFailure({ block, onRetry }: { block: VideoBlock; onRetry: () => void }) {
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

function RuleWords({ rule: { videoPercent = 0 } }: { rule: VideoRule }) {
  const percent = usePercent();
  const share = percent(videoPercent);
  return <Trans>Completes when you watch {share} of the video.</Trans>;
}

function RuleNote({ block, state }: { block: VideoBlock; state: VideoState | null }) {
  const percent = usePercent();
  return (
    <Trans>
      You watched <bdi>{percent(watchedPercent(state?.ranges ?? [], block.seconds))}</bdi> of “<bdi>{block.title}</bdi>”.
    </Trans>
  );
}

function RuleLeft({ block, rule: { videoPercent = 0 }, state }: { block: VideoBlock; rule: VideoRule; state: VideoState | null }) {
  const percent = usePercent();
  const share = percent(videoPercent);
  return videoPercent > 0 && !playedEnough(block.seconds, videoPercent, state) && <Trans>Watch {share} first</Trans>;
}

/** The state including this report, before the server confirms it. */
function ahead({ seconds }: VideoBlock, { videoPercent }: VideoRule, before: VideoState | null, fact: VideoFact) {
  const state: VideoState = { kind: "video", ...reducePlayed(seconds, before, fact, true) };
  return { state, isEnough: videoPercent !== undefined && playedEnough(seconds, videoPercent, state) };
}

export const view = { View, RuleWords, RuleNote, RuleLeft, ahead } satisfies BlockView<VideoBlock, VideoFact, VideoState>;
