import { useLingui } from "@lingui/react/macro";
import { Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from "lucide-react";
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { usePercent } from "#ui/use-percent.ts";
import { clock } from "./clock.ts";
import { PlayerChoice } from "./player-choice.tsx";
import { SPEEDS } from "./player-settings.ts";
import type { Playback } from "./use-playback.ts";
import "./player-bar.css";

type PlayerBarProps = {
  player: Playback;
  isFullScreen?: boolean;
  /** What only some have, before the speed. */
  children?: ReactNode;
  /** What stands at the end. */
  end?: ReactNode;
};

/** The controls of a video or a recording. Always visible, so that nobody has to search for them and no text lies over moving pictures. */
export function PlayerBar({ player, isFullScreen = false, children, end }: PlayerBarProps) {
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
        {children}
        <PlayerChoice
          label={t`Speed`}
          shown={speedName(settings.speed)}
          options={SPEEDS.map((speed) => ({ id: String(speed), label: speedName(speed) }))}
          value={String(settings.speed)}
          onChange={(speed) => player.setSpeed(Number(speed))}
          isFullScreen={isFullScreen}
        />
        {end}
      </div>
    </div>
  );
}

/** A button of the bar. Its tooltip shows above, because it would be cut off below the player's frame. */
export const BarButton = (props: ComponentProps<typeof IconButton>) => <IconButton tipFrom="start" isTipAbove {...props} />;

function Sound({ player }: { player: Playback }) {
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

const speedName = (speed: number) => `${speed}×`;
