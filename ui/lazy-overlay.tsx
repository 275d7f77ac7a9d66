import { useState } from "react";
import type { ComponentType } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { useFetchAhead } from "./use-fetch-ahead.ts";

/**
 * Wraps something that opens over the page and takes `isOpen`; its code is loaded when the page is idle or when it is first opened. `close` tells
 * its owner that it closed again because the code could not be loaded.
 */
export function lazyOverlay<Props extends { isOpen?: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
): ComponentType<Props> {
  const Window = lazyPart(load);
  return function Overlay(props) {
    // Stays mounted once it was open, so that its closing animation can play.
    const [isWanted, setWanted] = useState(props.isOpen ?? false);
    if (props.isOpen && !isWanted) setWanted(true);
    useFetchAhead([Window]);
    if (!isWanted) return null;
    return (
      <Window
        {...props}
        onGiveUp={() => {
          setWanted(false);
          close(props);
        }}
      />
    );
  };
}
