import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { environmentQuery } from "#features/portal/web/environment.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BrandPage } from "./brand-page.tsx";
import { brandingQuery, portalPlace, useBrand } from "./hooks.ts";
import { ImageSlot } from "./image-slot.tsx";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(brandingQuery);

/** Certificate Logo (specification §2): the picture that stands on certificates, on paper. */
export default function CertificateLogoPage() {
  const { t } = useLingui();
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const work = useBrand(portalPlace);
  return (
    <BrandPage work={work} title={t`Certificate Logo`} description={t`The picture on this portal's certificates.`}>
      {({ brand, change, images, take }) => (
        <>
          <section className="card brand-part" aria-labelledby="brand-certificate">
            <h2 id="brand-certificate">
              <Trans>Picture</Trans>
            </h2>
            <div className="brand-slots">
              <ImageSlot
                slot="certificateLogo"
                address={brand.images.certificateLogo}
                images={images}
                background="#ffffff"
                onTake={(image) => {
                  take(image);
                  change({ ...brand, images: { ...brand.images, certificateLogo: image.address } });
                }}
                onRemove={() => change({ ...brand, images: { ...brand.images, certificateLogo: null } })}
              />
            </div>
          </section>
          <section className="card brand-part" aria-labelledby="brand-paper">
            <h2 id="brand-paper">
              <Trans>On paper</Trans>
            </h2>
            <div className="brand-paper" role="img" aria-label={t`A certificate with this logo`}>
              {brand.images.certificateLogo ? <img src={brand.images.certificateLogo} alt="" /> : <bdi>{environment.Portal.Name}</bdi>}
              <span className="brand-line" data-wide />
              <span className="brand-line" />
              <span className="brand-line" data-short />
            </div>
          </section>
        </>
      )}
    </BrandPage>
  );
}
