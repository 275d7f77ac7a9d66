import { useLingui } from "@lingui/react/macro";
import type { BrandSlot } from "../brand.ts";

/** What the places of images are called, and what they are for. */
export function useSlotWords(): Record<BrandSlot, { title: string; help: string }> {
  const { t } = useLingui();
  return {
    logo: { title: t`Logo`, help: t`At the top of every page, and before signing in.` },
    mobileLogo: { title: t`Logo on phones`, help: t`In its place in narrow windows; a narrow form of it.` },
    favicon: { title: t`Picture of the browser's tab`, help: t`Square, and still clear when it is very small.` },
    mailLogo: { title: t`Logo in mail`, help: t`At the top of every message. Without one the portal's name stands there.` },
    certificateLogo: { title: t`Logo on certificates`, help: t`It is printed: the larger the picture, the sharper.` },
    navImage: { title: t`Picture behind the navigation`, help: t`It is covered as far as its words need to be readable.` },
  };
}
