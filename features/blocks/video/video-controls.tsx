import { useLingui } from "@lingui/react/macro";
import { Captions, CaptionsOff, Maximize, Minimize } from "lucide-react";
import { BarButton, PlayerBar } from "../web/player-bar.tsx";
import { PlayerChoice } from "../web/player-choice.tsx";
import type { Player } from "./use-player.ts";
import type { ShownVideo } from "./video.ts";

/** The bar under a video: every player's controls, with captions and full screen. */
export function VideoControls({ player, block }: { player: Player; block: ShownVideo }) {
  const { t } = useLingui();
  const { isFullScreen } = player;
  return (
    <PlayerBar
      player={player}
      isFullScreen={isFullScreen}
      end={
        document.fullscreenEnabled && (
          <BarButton
            tipFrom="end"
            label={isFullScreen ? t`Leave full screen` : t`Full screen`}
            icon={isFullScreen ? Minimize : Maximize}
            onPress={player.toggleFullScreen}
          />
        )
      }
    >
      <CaptionsControl player={player} block={block} />
    </PlayerBar>
  );
}

/** The captions button: a toggle for one language; for several a menu, which also works in full screen. */
function CaptionsControl({ player, block }: { player: Player; block: ShownVideo }) {
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
    <PlayerChoice
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
