import { useLingui } from "@lingui/react/macro";
import { ColorField } from "#ui/color-field.tsx";
import { completeColors } from "#ui/portal-theme.ts";
import { Select } from "#ui/select.tsx";
import { colorsOf, type Brand, type BrandSlot } from "../brand.ts";
import { ImageSlot } from "./image-slot.tsx";
import { useBrandWords } from "./use-brand-words.ts";

interface Look {
  /** The look that is worked on. */
  readonly brand: Brand;
  /** The same with what it inherits. */
  readonly seen: Brand;
  readonly onChange: (brand: Brand) => void;
}

interface PicturesProps extends Look, Pick<Parameters<typeof ImageSlot>[0], "images" | "onTake"> {
  readonly slots: readonly BrandSlot[];
}

/** Pictures of a look, each on the colour on which it stands. */
export function Pictures({ brand, seen, onChange, slots, images, onTake }: PicturesProps) {
  const { logoBgColor, navBgColor } = completeColors(colorsOf(seen));
  const behind: Partial<Record<BrandSlot, string>> = { favicon: "#ffffff", navImage: navBgColor };
  const put = (slot: BrandSlot, address: string | null) => onChange({ ...brand, images: { ...brand.images, [slot]: address } });
  return (
    <div className="brand-slots">
      {slots.map((slot) => (
        <ImageSlot
          key={slot}
          slot={slot}
          address={seen.images[slot]}
          isInherited={brand.images[slot] === null && seen.images[slot] !== null}
          images={images}
          background={behind[slot] ?? logoBgColor}
          onTake={(image) => {
            onTake(image);
            put(slot, image.address);
          }}
          onRemove={() => put(slot, null)}
        />
      ))}
    </div>
  );
}

/** What stands behind the logo, and where the logo stands. */
export function LogoFields({ brand, seen, onChange }: Look) {
  const { t } = useLingui();
  const { positions } = useBrandWords();
  return (
    <>
      <ColorField
        label={t`Behind the logo`}
        description={t`The same in light and dark, because a logo is drawn for its background.`}
        value={completeColors(colorsOf(seen)).logoBgColor}
        onChange={(logoBgColor) => onChange({ ...brand, colors: { ...brand.colors, logoBgColor } })}
      />
      <Select
        label={t`Where the logo stands`}
        options={positions}
        value={seen.logoPosition ?? "left"}
        onChange={(logoPosition) => onChange({ ...brand, logoPosition })}
      />
    </>
  );
}

/** How the picture behind the navigation lies there. */
export function NavFitField({ brand, seen, onChange, label }: Look & { readonly label: string }) {
  const { fits } = useBrandWords();
  return <Select label={label} options={fits} value={seen.navFit ?? "once"} onChange={(navFit) => onChange({ ...brand, navFit })} />;
}
