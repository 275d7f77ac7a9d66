import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { environmentQuery } from "#features/portal/web/environment.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { ColorField } from "#ui/color-field.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { completeColors } from "#ui/portal-theme.ts";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { colorsOf, type BrandSlot } from "../brand.ts";
import { BrandPage } from "./brand-page.tsx";
import { ColorsPart } from "./colors-part.tsx";
import { brandingQuery, portalPlace, useBrand } from "./hooks.ts";
import { ImageSlot } from "./image-slot.tsx";
import { Preview } from "./preview.tsx";
import { useBrandWords } from "./use-brand-words.ts";

const GroupBrand = lazyPart(() => import("./group-brand.tsx"));
const GroupBrands = lazyPart(() => import("./group-brands.tsx"));

const shape = { group: z.string() };
const defaults = { group: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(brandingQuery);

/** Portal Logo (specification §2; ENV-1 to ENV-5): pictures and colours of the portal, or of the group in the address, with a preview before anybody sees them. */
export default function LogoPage() {
  const groupId = idIn(useUrlState(shape, defaults).state.group);
  return groupId > 0 ? <GroupBrand key={groupId} groupId={groupId} meanwhile={<Skeleton count={6} />} /> : <PortalLook />;
}

function PortalLook() {
  const { t } = useLingui();
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const { positions, fits } = useBrandWords();
  const work = useBrand(portalPlace);
  return (
    <BrandPage work={work} title={t`Portal Logo`} description={t`Logo, pictures and colours of this portal.`}>
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
                  options={positions}
                  value={brand.logoPosition ?? "left"}
                  onChange={(logoPosition) => change({ ...brand, logoPosition })}
                />
                <Select
                  label={t`Picture behind the navigation`}
                  options={fits}
                  value={brand.navFit ?? "once"}
                  onChange={(navFit) => change({ ...brand, navFit })}
                />
              </div>
            </section>
            <ColorsPart brand={brand} onChange={(colors) => change({ ...brand, colors: { ...brand.colors, ...colors } })} />
            <Preview brand={brand} portalName={environment.Portal.Name} revision={data.revision} />
            <GroupBrands meanwhile={<Skeleton count={2} />} />
          </>
        );
      }}
    </BrandPage>
  );
}
