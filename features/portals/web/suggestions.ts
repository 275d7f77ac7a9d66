/** A short name made of a portal's name: small letters and figures with hyphens between. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");

/** A host name for a new portal beside the one at which one is: its short name in place of the first part. */
export function hostOf(slug: string, here: string): string {
  if (slug === "") return "";
  if (here === "localhost" || here.endsWith(".localhost")) return `${slug}.localhost`;
  const above = here.split(".").slice(1).join(".");
  return above.includes(".") && !/^[\d.]+$/.test(here) ? `${slug}.${above}` : "";
}
