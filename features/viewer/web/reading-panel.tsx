import { useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import { Popover } from "#ui/popover.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { readingSettings } from "./reading-settings.ts";

/** The settings for lesson text, in a panel under their button. */
export default function ReadingPanel({ anchor, onClose }: { anchor: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { t } = useLingui();
  const settings = readingSettings.use();
  return (
    <Popover anchor={anchor} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} label={t`Reading settings`}>
      <div className="reading-options">
        <RadioGroup
          label={t`Text size`}
          value={settings.size}
          onChange={(size) => readingSettings.set({ size })}
          options={[
            { id: "s", label: t`Small` },
            { id: "m", label: t`Normal` },
            { id: "l", label: t`Large` },
            { id: "xl", label: t`Very large` },
          ]}
        />
        <RadioGroup
          label={t`Line height`}
          value={settings.spacing}
          onChange={(spacing) => readingSettings.set({ spacing })}
          options={[
            { id: "tight", label: t`Tight` },
            { id: "normal", label: t`Normal` },
            { id: "loose", label: t`Loose` },
          ]}
        />
        <RadioGroup
          label={t`Line length`}
          value={settings.width}
          onChange={(width) => readingSettings.set({ width })}
          options={[
            { id: "narrow", label: t`Short` },
            { id: "normal", label: t`Normal` },
            { id: "wide", label: t`Long` },
          ]}
        />
      </div>
    </Popover>
  );
}
