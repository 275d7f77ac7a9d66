/** The pictures that a quick link can have; drawn by web/quick-link-pictures.ts. */
export const quickLinkIcons = [
  "link",
  "book",
  "calendar",
  "chat",
  "document",
  "globe",
  "health",
  "help",
  "mail",
  "map",
  "news",
  "people",
  "phone",
  "safety",
  "tools",
  "video",
] as const;
export type QuickLinkIcon = (typeof quickLinkIcons)[number];
