import { useContext, useLayoutEffect, useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import "./list-box.css";

/**
 * What opens below a combo box. Scrolling closes it, but not the scrolling that brings its field into view: the list opens with the focus, and the
 * browser tells one frame later that it has scrolled for that.
 */
export function ComboPopover({ children }: { children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext);
  const isOpen = state?.isOpen ?? false;
  const justOpened = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen) return;
    justOpened.current = true;
    const frame = requestAnimationFrame(() => (justOpened.current = false));
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  const steady = useMemo(() => state && { ...state, close: () => justOpened.current || state.close() }, [state]);
  return (
    <OverlayTriggerStateContext value={steady}>
      <Popover className="ui-popover" offset={4}>
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  );
}
