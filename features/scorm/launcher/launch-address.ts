import type { ManifestItem } from "../manifest.ts";

/** The URL of a SCO with its parameters appended as both standards require. */
export function launchAddress({ href, parameters = "" }: Pick<ManifestItem, "href" | "parameters">): string {
  const address = href ?? "about:blank";
  const given = parameters.trim().replace(/^[?&]+/, "");
  if (given === "") return address;
  const [, path = "", hash = ""] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  if (given.startsWith("#")) return hash === "" ? path + given : address;
  return `${path}${path.includes("?") ? "&" : "?"}${given}${hash}`;
}
