import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { environmentQuery } from "#features/portal/web/environment.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { ColorField } from "#ui/color-field.tsx";
import { completeColors } from "#ui/portal-theme.ts";
import { Select } from "#ui/select.tsx";
import { colorsOf, type Brand, type BrandSlot } from "../brand.ts";
import { BrandPage } from "./brand-page.tsx";
import { ColorsPart } from "./colors-part.tsx";
import { brandingQuery } from "./hooks.ts";
import { ImageSlot } from "./image-slot.tsx";
import { Preview } from "./preview.tsx";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(brandingQuery);

type Position = NonNullable<Brand["logoPosition"]>;
type Fit = NonNullable<Brand["navFit"]>;

/** Portal Logo (specification §2; ENV-1 to ENV-5): pictures and colours of the portal, with a preview before everybody sees them. */
export default function LogoPage() {
  const { t } = useLingui();
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const positions: Record<Position, string> = { left: t`At the beginning`, center: t`In the middle`, right: t`At the end` };
  const fits: Record<Fit, string> = { once: t`Once`, repeat: t`Repeated`, cover: t`Over the whole navigation` };
  return (
    <BrandPage title={t`Portal Logo`} description={t`Logo, pictures and colours of this portal.`}>
      {({ brand, change, images, take, data }) => {
        const shown = completeColors(colorsOf(brand));
        const slot = (name: BrandSlot, background: string) => (
          <ImageSlot
            slot={name}
            address={brand.images[name]}
            images={images}
            background={background}
            onTake={(image) => {
              take(image);
              change({ ...brand, images: { ...brand.images, [name]: image.address } });
            }}
            onRemove={() => change({ ...brand, images: { ...brand.images, [name]: null } })}
          />
        );
        return (
          <>
            <section className="card brand-part" aria-labelledby="brand-pictures">
              <h2 id="brand-pictures">
                <Trans>Logo and pictures</Trans>
              </h2>
              <div className="brand-slots">
                {slot("logo", shown.logoBgColor)}
                {slot("mobileLogo", shown.logoBgColor)}
                {slot("mailLogo", shown.logoBgColor)}
                {slot("favicon", "#ffffff")}
                {slot("navImage", shown.navBgColor)}
              </div>
              <div className="brand-bar">
                <ColorField
                  label={t`Behind the logo`}
                  description={t`The same in light and dark, because a logo is drawn for its background.`}
                  value={shown.logoBgColor}
                  onChange={(logoBgColor) => change({ ...brand, colors: { ...brand.colors, logoBgColor } })}
                />
                <Select
                  label={t`Where the logo stands`}
                  options={(Object.keys(positions) as Position[]).map((id) => ({ id, label: positions[id] }))}
                  value={brand.logoPosition ?? "left"}
                  onChange={(logoPosition) => change({ ...brand, logoPosition })}
                />
                <Select
                  label={t`Picture behind the navigation`}
                  options={(Object.keys(fits) as Fit[]).map((id) => ({ id, label: fits[id] }))}
                  value={brand.navFit ?? "once"}
                  onChange={(navFit) => change({ ...brand, navFit })}
                />
              </div>
            </section>
            <ColorsPart brand={brand} onChange={(colors) => change({ ...brand, colors: { ...brand.colors, ...colors } })} />
            <Preview brand={brand} portalName={environment.Portal.Name} revision={data.revision} />
          </>
        );
      }}
    </BrandPage>
  );
}
