import type { ChoiceMenuProps } from "./choice-menu.tsx";
import { lazyOverlay } from "./lazy-overlay.tsx";

/** A `ChoiceMenu` that is not part of the screen's first paint. */
export const LazyChoiceMenu = lazyOverlay<ChoiceMenuProps>(
  () => import("./choice-menu.tsx").then(({ ChoiceMenu }) => ({ default: ChoiceMenu })),
  ({ onOpenChange }) => onOpenChange(false),
);
