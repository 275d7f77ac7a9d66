import { useLingui } from "@lingui/react/macro";
import type { Brand } from "../brand.ts";

type Position = NonNullable<Brand["logoPosition"]>;
type Fit = NonNullable<Brand["navFit"]>;

/** Where a logo stands, and how the picture behind the navigation lies there, as choices. */
export function useBrandWords() {
  const { t } = useLingui();
  const positions: { id: Position; label: string }[] = [
    { id: "left", label: t`At the beginning` },
    { id: "center", label: t`In the middle` },
    { id: "right", label: t`At the end` },
  ];
  const fits: { id: Fit; label: string }[] = [
    { id: "once", label: t`Once` },
    { id: "repeat", label: t`Repeated` },
    { id: "cover", label: t`Over the whole navigation` },
  ];
  return { positions, fits };
}
