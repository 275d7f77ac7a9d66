/** Whom a page may show content of (docs/decisions/022-embedded-content.md). Its Content-Security-Policy names exactly these origins. */
interface EmbedHost {
  readonly name: string;
  /** Where the content comes from. */
  readonly origin: string;
  /** The path and query of content that is made to be embedded, from an address that people copy there; null where it is no such address. */
  readonly pathOf: (address: URL) => string | null;
}

const youTubeId = /^[\w-]{6,20}$/;
const found = (id: string | null | undefined, pattern: RegExp, path: (id: string) => string) => (id && pattern.test(id) ? path(id) : null);
const host = ({ hostname }: URL) => hostname.replace(/^(?:www|m)\./, "");

export const embedHosts: readonly EmbedHost[] = [
  {
    name: "YouTube",
    // Its address without cookies before the video is played.
    origin: "https://www.youtube-nocookie.com",
    pathOf(address) {
      const [, first, second] = address.pathname.split("/");
      const path = (id: string) => `/embed/${id}`;
      if (host(address) === "youtu.be") return found(first, youTubeId, path);
      if (!["youtube.com", "youtube-nocookie.com"].includes(host(address))) return null;
      if (first === "watch") return found(address.searchParams.get("v"), youTubeId, path);
      return first === "embed" || first === "shorts" ? found(second, youTubeId, path) : null;
    },
  },
  {
    name: "Vimeo",
    origin: "https://player.vimeo.com",
    pathOf(address) {
      const [, first, second, third] = address.pathname.split("/");
      // What a video that is not listed is opened with.
      const key = (word: string | null | undefined) => (word && /^[0-9a-f]{6,20}$/.test(word) ? `?h=${word}` : "");
      if (host(address) === "vimeo.com") return found(first, /^\d{4,15}$/, (id) => `/video/${id}${key(second)}`);
      if (address.hostname !== "player.vimeo.com" || first !== "video") return null;
      return found(second, /^\d{4,15}$/, (id) => `/video/${id}${key(third ?? address.searchParams.get("h"))}`);
    },
  },
  {
    name: "OpenStreetMap",
    origin: "https://www.openstreetmap.org",
    pathOf(address) {
      if (host(address) !== "openstreetmap.org" || address.pathname !== "/export/embed.html") return null;
      const known = ["bbox", "layer", "marker"].flatMap((name) => {
        const value = address.searchParams.get(name) ?? "";
        return /^[\w.,-]{1,100}$/.test(value) ? [`${name}=${encodeURIComponent(value)}`] : [];
      });
      return known[0]?.startsWith("bbox=") ? `/export/embed.html?${known.join("&")}` : null;
    },
  },
  {
    name: "GeoGebra",
    origin: "https://www.geogebra.org",
    pathOf(address) {
      if (host(address) !== "geogebra.org") return null;
      const [, id] = /^\/(?:m|material\/iframe\/id)\/([A-Za-z0-9]{4,20})(?:\/|$)/.exec(address.pathname) ?? [];
      return id === undefined ? null : `/material/iframe/id/${id}`;
    },
  },
];

/** What an address embeds: its host, and the address of the content there; null where nobody allows it. */
export function embedded(written: string): { readonly host: string; readonly address: string } | null {
  const address = URL.parse(written.trim());
  if (address?.protocol !== "https:") return null;
  for (const { name, origin, pathOf } of embedHosts) {
    const path = pathOf(address);
    if (path !== null) return { host: name, address: origin + path };
  }
  return null;
}
