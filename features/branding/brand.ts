import * as z from "zod/mini";
import { logosOver } from "#features/portal/logos-over.ts";
import { words } from "#platform/words.ts";

/**
 * Where a portal's look has an image (capabilities.md ENV-5). What is uploaded is fitted into `fits` and must have at least `least` of what is cut out, width and
 * height in pixels. WebP for pages; PNG where other programs read it: mail, a browser's tab, a printed certificate.
 */
export const brandSlots = {
  logo: { fits: [480, 160], least: [64, 24], format: "webp" },
  mobileLogo: { fits: [320, 120], least: [32, 24], format: "webp" },
  navImage: { fits: [1920, 480], least: [240, 40], format: "webp" },
  favicon: { fits: [180, 180], least: [32, 32], format: "png" },
  mailLogo: { fits: [400, 120], least: [64, 24], format: "png" },
  certificateLogo: { fits: [1200, 600], least: [240, 60], format: "png" },
} as const satisfies Record<
  string,
  { readonly fits: readonly [number, number]; readonly least: readonly [number, number]; readonly format: "webp" | "png" }
>;
export type BrandSlot = keyof typeof brandSlots;
export const slotNames = Object.keys(brandSlots) as BrandSlot[];

/** The colours of a portal that are set (specification §3, Colors); a text colour stands beside its background. */
export const colorFields = [
  "topBarBgColor",
  "menuBarBgColor",
  "navBgColor",
  "navColor",
  "accountBgColor",
  "accountColor",
  "footerBarBgColor",
  "footerBarColor",
  "logoBgColor",
] as const;
export type ColorField = (typeof colorFields)[number];

/** A colour as #rgb or #rrggbb and nothing else (security.md row 45). */
const Hex = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/, words("Write a colour as # and six digits, such as #1f5f8b.")),
  );
/** A path of this host, as the server gave it for an image. */
const Path = z.string().check(z.maxLength(200), z.regex(/^\/(?!\/)[\w./-]+$/, words("Choose an image that was uploaded here.")));

/** A look of a portal, or of a group. Whatever is null is inherited (ENV-2): a portal's from the product, a group's from the portal. */
export const Brand = z.object({
  colors: z.object(
    Object.fromEntries(colorFields.map((field) => [field, z.nullable(Hex)])) as Record<ColorField, z.ZodMiniNullable<typeof Hex>>,
  ),
  logoPosition: z.nullable(z.enum(["left", "center", "right"])),
  navFit: z.nullable(z.enum(["once", "repeat", "cover"])),
  images: z.object(
    Object.fromEntries(slotNames.map((slot) => [slot, z.nullable(Path)])) as Record<BrandSlot, z.ZodMiniNullable<typeof Path>>,
  ),
});
export type Brand = z.infer<typeof Brand>;

/** The specification's Colors (§3) of a look: only what it sets itself. */
export function colorsOf({ colors, logoPosition, navFit, images }: Brand): Record<string, string> {
  const own = Object.entries(colors).flatMap(([field, value]) => (value === null ? [] : [[field, value] as const]));
  return {
    ...Object.fromEntries(own),
    ...(logoPosition && { logoBgPosition: logoPosition }),
    ...(images.navImage && { navBgImage: images.navImage }),
    ...(navFit && { navBgRepeat: String(navFit === "repeat"), navBgCover: String(navFit === "cover") }),
  };
}

/** What a portal's row says of its look. */
export interface LookOfPortal {
  readonly colors: Readonly<Record<string, unknown>>;
  readonly images: Readonly<Record<Exclude<BrandSlot, "navImage">, string | null>>;
}

const isOn = (value: unknown) => ["true", "1", "repeat", "cover"].includes(String(value).toLowerCase());

/** The look that a portal's row holds; colours and paths that are none count as not set. */
export function brandOf({ colors, images }: LookOfPortal): Brand {
  const one = <T>(schema: z.ZodMiniType<T>, value: unknown): T | null => {
    const read = schema.safeParse(value);
    return read.success ? read.data : null;
  };
  const isSet = colors["navBgCover"] !== undefined || colors["navBgRepeat"] !== undefined;
  const fit = isOn(colors["navBgCover"]) ? "cover" : isOn(colors["navBgRepeat"]) ? "repeat" : isSet ? "once" : null;
  return {
    colors: Object.fromEntries(colorFields.map((field) => [field, one(Hex, colors[field])])) as Brand["colors"],
    logoPosition: one(z.enum(["left", "center", "right"]), colors["logoBgPosition"]),
    navFit: fit,
    images: Object.fromEntries(
      slotNames.map((slot) => [slot, one(Path, slot === "navImage" ? colors["navBgImage"] : images[slot])]),
    ) as Brand["images"],
  };
}

/** Whether two looks are the same. */
export const sameBrand = (one: Brand, other: Brand): boolean => JSON.stringify(Brand.parse(one)) === JSON.stringify(Brand.parse(other));

/** The product's own look. */
export const plainBrand: Brand = brandOf({
  colors: {},
  images: { logo: null, mobileLogo: null, favicon: null, mailLogo: null, certificateLogo: null },
});

/** A look with what it inherits filled in: as its people see it. */
export const brandOver = (inherited: Brand, own: Brand): Brand => ({
  colors: Object.fromEntries(colorFields.map((field) => [field, own.colors[field] ?? inherited.colors[field]])) as Brand["colors"],
  logoPosition: own.logoPosition ?? inherited.logoPosition,
  navFit: own.navFit ?? inherited.navFit,
  images: {
    ...(Object.fromEntries(slotNames.map((slot) => [slot, own.images[slot] ?? inherited.images[slot]])) as Brand["images"]),
    ...logosOver(inherited.images, own.images),
  },
});

/** The places of images that a group has of its own. What leaves the product, mail and certificates, looks as the portal does. */
export const groupSlots = ["logo", "mobileLogo", "favicon", "navImage"] as const satisfies readonly BrandSlot[];
