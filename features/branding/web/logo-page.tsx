import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { environmentQuery } from "#features/portal/web/environment.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { BrandPage } from "./brand-page.tsx";
import { ColorsPart } from "./colors-part.tsx";
import { brandingQuery, portalPlace, useBrand } from "./hooks.ts";
import { LogoFields, NavFitField, Pictures } from "./look-fields.tsx";
import { Preview } from "./preview.tsx";

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
  const work = useBrand(portalPlace);
  return (
    <BrandPage work={work} title={t`Portal Logo`} description={t`Logo, pictures and colours of this portal.`}>
      {({ brand, change, images, take, data }) => {
        const look = { brand, seen: brand, onChange: change };
        return (
          <>
            <section className="card brand-part" aria-labelledby="brand-pictures">
              <h2 id="brand-pictures">
                <Trans>Logo and pictures</Trans>
              </h2>
              <Pictures {...look} slots={["logo", "mobileLogo", "mailLogo", "favicon", "navImage"]} images={images} onTake={take} />
              <div className="brand-bar">
                <LogoFields {...look} />
                <NavFitField {...look} label={t`How the picture repeats`} />
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
