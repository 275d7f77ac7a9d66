import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { environmentQuery } from "#features/portal/web/environment.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Switch } from "#ui/switch.tsx";
import { brandOver, colorFields, type Brand, type groupSlots } from "../brand.ts";
import type { GroupBranding } from "../contract.ts";
import { BrandPage } from "./brand-page.tsx";
import { ColorBars } from "./colors-part.tsx";
import { groupPlace } from "./group-hooks.ts";
import { useBrand } from "./hooks.ts";
import { LogoFields, NavFitField, Pictures } from "./look-fields.tsx";
import { Preview } from "./preview.tsx";

/** What of a look each section has. */
interface Section {
  readonly colors: readonly (typeof colorFields)[number][];
  readonly images: readonly (typeof groupSlots)[number][];
  readonly rest: readonly ("logoPosition" | "navFit")[];
}
const sections = {
  logo: { colors: ["logoBgColor"], images: ["logo", "mobileLogo", "favicon"], rest: ["logoPosition"] },
  navigation: { colors: [], images: ["navImage"], rest: ["navFit"] },
  colors: { colors: colorFields.filter((field) => field !== "logoBgColor"), images: [], rest: [] },
} as const satisfies Record<string, Section>;

const hasOf = (brand: Brand, { colors, images, rest }: Section) =>
  [...colors.map((field) => brand.colors[field]), ...images.map((slot) => brand.images[slot]), ...rest.map((one) => brand[one])].some(
    (value) => value !== null,
  );
const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
const resetOf = (brand: Brand, { colors, images, rest }: Section): Brand => ({
  ...brand,
  ...without(rest),
  colors: { ...brand.colors, ...without(colors) },
  images: { ...brand.images, ...without(images) },
});

/** How the pages of a group's people look (ENV-3): section by section the portal's, or the group's own. */
export default function GroupBrand({ groupId }: { groupId: number }) {
  const { t } = useLingui();
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const work = useBrand(useMemo(() => groupPlace(groupId), [groupId]));
  const name = work.query.data?.group.name;
  return (
    <BrandPage
      work={work}
      title={name === undefined ? t`Brand of a group` : t`Brand of ${name}`}
      description={t`What the people of this group see once they are signed in.`}
      back={{ to: "/portal/logo", label: t`Portal Logo` }}
      words={{
        shown: t`This is what the people of this group see. What you change is a draft first.`,
        published: t`The people of this group see the new look now`,
        first: t`As the portal`,
      }}
    >
      {({ brand, change, images, take, data }) => {
        const seen = brandOver(data.portal, brand);
        const look = { brand, seen, onChange: change };
        const part = { brand, portal: data.portal, onReset: change };
        return (
          <>
            <Notes data={data} />
            <Part {...part} id="logo" title={t`Logo`} label={t`A logo of its own`}>
              <Pictures {...look} slots={sections.logo.images} images={images} onTake={take} />
              <div className="brand-bar">
                <LogoFields {...look} />
              </div>
            </Part>
            <Part {...part} id="navigation" title={t`Picture behind the navigation`} label={t`A picture of its own behind the navigation`}>
              <Pictures {...look} slots={sections.navigation.images} images={images} onTake={take} />
              <div className="brand-bar">
                <NavFitField {...look} label={t`How it lies there`} />
              </div>
            </Part>
            <Part {...part} id="colors" title={t`Colours`} label={t`Colours of its own`}>
              <ColorBars
                brand={brand}
                inherited={data.portal}
                onChange={(colors) => change({ ...brand, colors: { ...brand.colors, ...colors } })}
              />
            </Part>
            <Preview brand={seen} portalName={environment.Portal.Name} revision={data.revision} isOfGroup />
          </>
        );
      }}
    </BrandPage>
  );
}

/** What keeps the look of a group from its people: that it is archived, and the looks of other groups. */
function Notes({ data: { group, elsewhere } }: { data: GroupBranding }) {
  const { t } = useLingui();
  const { people, groups } = elsewhere;
  return (
    <>
      {group.isArchived && (
        <Banner tone="info">
          <Trans>This group is archived. Its people see the portal's look until it is in use again.</Trans>
        </Banner>
      )}
      {people > 0 && (
        <Banner
          tone="warning"
          title={t`${plural(people, {
            one: "# person of this group is also in a group that looks different, and sees the portal's look",
            other: "# people of this group are also in groups that look different, and see the portal's look",
          })}`}
        >
          <ul>
            {groups.map(({ id, name, people: count }) => (
              <li key={id}>
                <Link to={`/portal/logo?group=${id}`}>
                  <bdi>{name}</bdi>
                </Link>{" "}
                {t`${plural(count, { one: "# person", other: "# people" })}`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

interface PartProps {
  id: keyof typeof sections;
  title: string;
  label: string;
  brand: Brand;
  portal: Brand;
  onReset: (brand: Brand) => void;
  children: ReactNode;
}

/** A section: inherited, and from where (ENV-2), or the group's own. */
function Part({ id, title, label, brand, portal, onReset, children }: PartProps) {
  const { t } = useLingui();
  const section = sections[id];
  const isOwn = hasOf(brand, section);
  const [isOpen, setOpen] = useState(false);
  const reset = () => {
    setOpen(false);
    if (isOwn) onReset(resetOf(brand, section));
  };
  const origin = hasOf(portal, section) ? t`Inherited from the portal.` : t`Inherited from the product: the portal has set nothing here.`;
  return (
    <section className="card brand-part" aria-labelledby={`brand-part-${id}`}>
      <h2 id={`brand-part-${id}`}>{title}</h2>
      <Switch
        value={isOwn || isOpen}
        description={isOwn ? t`Overrides what the portal shows.` : origin}
        onChange={(isOn) => (isOn ? setOpen(true) : reset())}
      >
        {label}
      </Switch>
      {(isOwn || isOpen) && (
        <>
          {children}
          <span>
            <Button size="s" onPress={reset} aria-label={t`Reset to inherited: ${title}`}>
              <Trans>Reset to inherited</Trans>
            </Button>
          </span>
        </>
      )}
    </section>
  );
}
