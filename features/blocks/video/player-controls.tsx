import { useLingui } from "@lingui/react/macro";
import { Captions, CaptionsOff, Maximize, Minimize, Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from "lucide-react";
import type { ComponentProps, CSSProperties } from "react";
import type { VideoBlock } from "./video.ts";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { usePercent } from "#ui/use-percent.ts";
import { clock } from "../web/clock.ts";
import { SPEEDS } from "./player-settings.ts";
import type { Player } from "./use-player.ts";

/** The bar under a video. Always visible, so that nobody has to search for it and no text lies over moving pictures. */
export function PlayerControls({ player, block }: { player: Player; block: VideoBlock }) {
  const { t } = useLingui();
  const { settings, second, length } = player;
  return (
    <div className="player-bar">
      <input
        type="range"
        className="player-slider player-seek"
        aria-label={t`Position`}
        aria-valuetext={t`${clock(second)} of ${clock(length)}`}
        min={0}
        max={Math.max(1, Math.floor(length))}
        step={1}
        value={Math.min(Math.floor(second), Math.floor(length))}
        onChange={(event) => player.seek(Number(event.target.value))}
        style={{ "--at": `${length > 0 ? (second / length) * 100 : 0}%` } as CSSProperties}
      />
      <div className="player-buttons">
        <BarButton label={player.isPlaying ? t`Pause` : t`Play`} icon={player.isPlaying ? Pause : Play} onPress={player.toggle} />
        <BarButton label={t`Back 10 seconds`} icon={RotateCcw} onPress={() => player.act({ kind: "seek", by: -10 })} />
        <BarButton label={t`Forward 10 seconds`} icon={RotateCw} onPress={() => player.act({ kind: "seek", by: 10 })} />
        <span className="player-time num">
          <bdi>
            {clock(second)} / {clock(length)}
          </bdi>
        </span>
        <span className="player-space" />
        <Sound player={player} />
        <CaptionsControl player={player} block={block} />
        <select
          className="player-select"
          aria-label={t`Speed`}
          dir="ltr"
          value={settings.speed}
          onChange={(event) => player.setSpeed(Number(event.target.value))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
        {document.fullscreenEnabled && (
          <BarButton
            tipFrom="end"
            label={player.isFullScreen ? t`Leave full screen` : t`Full screen`}
            icon={player.isFullScreen ? Minimize : Maximize}
            onPress={player.toggleFullScreen}
          />
        )}
      </div>
    </div>
  );
}

/** A button of the bar. Its tooltip shows above, because it would be cut off below the player's frame. */
const BarButton = (props: ComponentProps<typeof IconButton>) => <IconButton tipFrom="start" isTipAbove {...props} />;

function Sound({ player }: { player: Player }) {
  const { t } = useLingui();
  const { volume, isMuted } = player.settings;
  const isSilent = isMuted || volume === 0;
  const heard = isMuted ? 0 : volume;
  const percent = usePercent();
  return (
    <>
      <BarButton
        tipFrom="end"
        label={isSilent ? t`Turn sound on` : t`Mute`}
        icon={isSilent ? VolumeX : Volume2}
        onPress={() => (volume === 0 ? player.setVolume(0.5) : player.act({ kind: "mute" }))}
      />
      <input
        type="range"
        className="player-slider player-volume"
        aria-label={t`Volume`}
        aria-valuetext={percent(heard * 100)}
        min={0}
        max={1}
        step={0.05}
        value={heard}
        onChange={(event) => player.setVolume(Number(event.target.value))}
        style={{ "--at": `${heard * 100}%` } as CSSProperties}
      />
    </>
  );
}

/** The captions button: a toggle for one language; for several a menu, which also works in full screen. */
function CaptionsControl({ player, block }: { player: Player; block: VideoBlock }) {
  const { t } = useLingui();
  const { captions } = player.settings;
  if (block.captions.length === 0) return null;
  const current = block.captions.find((track) => track.language === captions);
  if (block.captions.length === 1)
    return (
      <BarButton
        tipFrom="end"
        label={t`Captions`}
        icon={current ? Captions : CaptionsOff}
        aria-pressed={Boolean(current)}
        onPress={player.toggleCaptions}
      />
    );
  return (
    <span className="player-choice">
      <Icon of={Captions} />
      <select
        className="player-select"
        aria-label={t`Captions`}
        value={current?.language ?? ""}
        onChange={(event) => player.setCaptions(event.target.value || null)}
      >
        <option value="">{t`Off`}</option>
        {block.captions.map((track) => (
          <option key={track.language} value={track.language}>
            {track.label}
          </option>
        ))}
      </select>
    </span>
  );
}
