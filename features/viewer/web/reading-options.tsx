import { useLingui } from "@lingui/react/macro";
import { Type } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { IconButton } from "#ui/icon-button.tsx";

const ReadingPanel = lazyPart(() => import("./reading-panel.tsx"));

/** The button that opens the reading settings. */
export function ReadingOptions() {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        label={t`Reading settings`}
        icon={Type}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointed={ReadingPanel.want}
        onPress={() => setOpen(true)}
      />
      {isOpen && <ReadingPanel anchor={button} onClose={close} onGiveUp={close} />}
    </>
  );
}
