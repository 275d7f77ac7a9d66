import { useState } from "react";
import type { ComponentType } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { useFetchAhead } from "./use-fetch-ahead.ts";

/**
 * Something that opens over the page and takes `isOpen`, whose code is fetched when the page is idle or when it is first opened. `close` tells
 * its owner that it closed again because the code could not be fetched.
 */
export function lazyOverlay<Props extends { isOpen?: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
): ComponentType<Props> {
  const Window = lazyPart(load);
  return function Overlay(props) {
    // Stays once it was open, so that it can leave slowly.
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
