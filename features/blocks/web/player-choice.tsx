import { useRef, useState } from "react";
import type { LucideIcon } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { ChoiceMenuProps } from "#ui/choice-menu.tsx";
import { LazyChoiceMenu } from "#ui/lazy-choice-menu.tsx";

type PlayerChoiceProps = Pick<ChoiceMenuProps, "label" | "options" | "value" | "onChange"> & {
  icon?: LucideIcon;
  shown: string;
  isFullScreen: boolean;
};

/** A button that says what is chosen, and its menu. In full screen the menu is drawn inside the player: nothing else is shown there. */
export function PlayerChoice({ label, icon, shown, isFullScreen, ...choice }: PlayerChoiceProps) {
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
