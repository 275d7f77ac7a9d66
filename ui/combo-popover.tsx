import { useContext, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import "./list-box.css";

/**
 * What opens at a combo box. It stays there when the page scrolls: the browser itself scrolls to a field that takes the focus or is typed into, and
 * where something above it grows. React Aria would close the list and take back what was typed.
 */
export function ComboPopover({ children }: { children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext);
  const isOpen = state?.isOpen ?? false;
  const isScrolling = useRef(false);
  const [moves, setMoves] = useState(0);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onScroll = ({ target }: Event) => {
      // The field has the focus while its list is open.
      if (!(target instanceof Node && target.contains(document.activeElement))) return;
      isScrolling.current = true;
      // Frames begin with their scroll events.
      requestAnimationFrame(() => {
        isScrolling.current = false;
        setMoves((before) => before + 1);
      });
    };
    window.addEventListener("scroll", onScroll, true);
    return () => window.removeEventListener("scroll", onScroll, true);
  }, [isOpen]);
  const steady = useMemo(() => state && { ...state, close: () => isScrolling.current || state.close() }, [state]);
  return (
    <OverlayTriggerStateContext value={steady}>
      {/* React Aria looks anew where the field is when one of these numbers changes; the last is that of an arrow, which this has not. */}
      <Popover className="ui-popover" offset={4} arrowBoundaryOffset={moves % 2}>
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  );
}
