import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { Brand, slotNames } from "./brand.ts";

/** An image of a look: its address, size in pixels, and the mean colour of what can be seen of it. */
export const BrandImage = z.object({
  address: z.string(),
  slot: z.enum(slotNames),
  width: z.int(),
  height: z.int(),
  tone: z.string(),
});
export type BrandImage = z.infer<typeof BrandImage>;

const Version = z.object({
  id: z.int(),
  publishedAt: z.string(),
  /** Null for the look of before. */
  by: z.nullable(z.string()),
});

export const Branding = z.object({
  /** Of the draft; a change names the one that it was made on. */
  revision: z.int(),
  published: Brand,
  /** Null while nothing is being worked on. */
  draft: z.nullable(Brand),
  /** The images that the two name, as far as they were uploaded here. */
  images: z.array(BrandImage),
  /** What was published, the newest first. */
  versions: z.array(Version),
});
export type Branding = z.infer<typeof Branding>;

/** The look of a group, of the shape of a portal's. */
export const GroupBranding = z.extend(Branding, {
  group: z.object({ id: z.int(), name: z.string(), isArchived: z.boolean() }),
  /** What the portal shows, which a group inherits. */
  portal: Brand,
  /** Its people who are also in groups with another look, and so see the portal's: how many, and those groups. */
  elsewhere: z.object({ people: z.int(), groups: z.array(z.object({ id: z.int(), name: z.string(), people: z.int() })) }),
});
export type GroupBranding = z.infer<typeof GroupBranding>;

const revision = z.int(words("Name the revision that you changed.")).check(z.gte(0), z.lte(2 ** 31 - 1));

export const getBranding = endpoint({
  method: "GET",
  path: "/rest/branding",
  // ENV-1 to ENV-5
  summary: "How this portal looks, the look being worked on, and what was published before.",
  response: Branding,
});

export const saveDraft = endpoint({
  method: "PUT",
  path: "/rest/branding/draft",
  summary: "Keeps a look that is being worked on; nobody else sees it. 409 when it was changed since the revision named.",
  body: z.object({ revision, brand: Brand }),
  response: Branding,
});

export const discardDraft = endpoint({
  method: "POST",
  path: "/rest/branding/discard",
  summary: "Gives up the look being worked on.",
  body: z.object({ revision }),
  response: Branding,
});

export const publishBrand = endpoint({
  method: "POST",
  path: "/rest/branding/publish",
  summary: "Shows the look being worked on to everybody. What was shown before can be restored.",
  body: z.object({ revision }),
  response: Branding,
});

export const restoreVersion = endpoint({
  method: "POST",
  path: "/rest/branding/versions/:versionId/restore",
  summary: "Takes a look that was published before as the one being worked on.",
  params: z.object({ versionId: z.coerce.number().check(z.int(), z.positive()) }),
  body: z.object({ revision }),
  response: Branding,
});

const oneGroup = z.object({ groupId: z.coerce.number().check(z.int(), z.positive()) });

export const listGroupBrands = endpoint({
  method: "GET",
  path: "/rest/branding/groups",
  // ENV-3
  summary:
    "The groups with a look of their own or a draft of one, and how many people are in groups that look different and so see the portal's look. With q, groups in use by their names, 20 at most.",
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(100, words("Search for {maximum} characters or fewer."))), "") }),
  response: z.object({
    rows: z.array(z.object({ id: z.int(), name: z.string(), isArchived: z.boolean(), isPublished: z.boolean(), isDrafted: z.boolean() })),
    found: z.array(z.object({ id: z.int(), name: z.string() })),
    between: z.int(),
  }),
});

export const getGroupBrand = endpoint({
  method: "GET",
  path: "/rest/branding/groups/:groupId",
  // ENV-3
  summary: "The look of a group, the one being worked on, what was published before, and whom other groups' looks concern.",
  params: oneGroup,
  response: GroupBranding,
});

export const saveGroupDraft = endpoint({
  method: "PUT",
  path: "/rest/branding/groups/:groupId/draft",
  summary: "Keeps a look of a group that is being worked on; nobody else sees it. 409 when it was changed since the revision named.",
  params: oneGroup,
  body: z.object({ revision, brand: Brand }),
  response: GroupBranding,
});

export const discardGroupDraft = endpoint({
  method: "POST",
  path: "/rest/branding/groups/:groupId/discard",
  summary: "Gives up the look of a group being worked on.",
  params: oneGroup,
  body: z.object({ revision }),
  response: GroupBranding,
});

export const publishGroupBrand = endpoint({
  method: "POST",
  path: "/rest/branding/groups/:groupId/publish",
  summary: "Shows the look being worked on to the people of a group. What was shown before can be restored.",
  params: oneGroup,
  body: z.object({ revision }),
  response: GroupBranding,
});

export const restoreGroupVersion = endpoint({
  method: "POST",
  path: "/rest/branding/groups/:groupId/versions/:versionId/restore",
  summary: "Takes a look of a group that was published before as the one being worked on.",
  params: z.extend(oneGroup, { versionId: z.coerce.number().check(z.int(), z.positive()) }),
  body: z.object({ revision }),
  response: GroupBranding,
});

/** Where an image is uploaded to: raw bytes; slot and what is cut out of it (x, y, width, height in pixels) in the query. */
export const uploadPath = "/rest/branding/images";
/** The largest upload, in bytes. */
export const uploadLimit = 5 * 1024 ** 2;
/** The address of an image; everybody may load what a portal has published. */
export const imagePath = (fileId: number | ":fileId", name: string) => `/rest/branding/images/${fileId}/${name}` as const;
/** A mail in the look being worked on, as HTML for a frame. */
export const mailPath = "/rest/branding/mail";
