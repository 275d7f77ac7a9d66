import { useLingui } from "@lingui/react/macro";
import { Captions, CaptionsOff, Maximize, Minimize, Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import type { ComponentProps, CSSProperties } from "react";
import type { VideoBlock } from "./video.ts";
import { Button } from "#ui/button.tsx";
import type { ChoiceMenuProps } from "#ui/choice-menu.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LazyChoiceMenu } from "#ui/lazy-choice-menu.tsx";
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
        <Choice
          label={t`Speed`}
          shown={speedName(settings.speed)}
          options={SPEEDS.map((speed) => ({ id: String(speed), label: speedName(speed) }))}
          value={String(settings.speed)}
          onChange={(speed) => player.setSpeed(Number(speed))}
          isFullScreen={player.isFullScreen}
        />
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
    <Choice
      label={t`Captions`}
      icon={current ? Captions : CaptionsOff}
      shown={current?.label ?? t`Off`}
      options={[{ id: off, label: t`Off` }, ...block.captions.map(({ language, label }) => ({ id: language, label }))]}
      value={current?.language ?? off}
      onChange={(language) => player.setCaptions(language === off ? null : language)}
      isFullScreen={player.isFullScreen}
    />
  );
}

/** No language is written like this. */
const off = "-";
const speedName = (speed: number) => `${speed}×`;

type ChoiceProps = Pick<ChoiceMenuProps, "label" | "options" | "value" | "onChange"> & {
  icon?: LucideIcon;
  shown: string;
  isFullScreen: boolean;
};

/** A button that says what is chosen, and its menu. In full screen the menu is drawn inside the player: nothing else is shown there. */
function Choice({ label, icon, shown, isFullScreen, ...choice }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        {...(icon && { icon })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{label} </span>
        <bdi className="num">{shown}</bdi>
      </Button>
      <LazyChoiceMenu
        {...choice}
        label={label}
        anchor={button}
        isOpen={isOpen}
        onOpenChange={setOpen}
        within={isFullScreen ? document.fullscreenElement : null}
      />
    </>
  );
}
