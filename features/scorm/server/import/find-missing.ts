import type { ManifestItem } from "../../manifest.ts";
import type { Source } from "./find-needs.ts";
import { joinInside, type PackageFiles } from "./package-files.ts";

const sources = /<(script|i?frame)\b[^>]{0,500}?\ssrc\s{0,9}=\s{0,9}["']?([^"'\s>]{1,300})/gi;

/**
 * Finds files that the page a part starts with names as its scripts or frames and that the package does not hold. Addresses elsewhere are left out, and so are
 * those that a script puts together.
 */
export function missingInPages(items: readonly ManifestItem[], files: PackageFiles) {
  const starts = new Set(items.map(({ href }) => decodeURIComponent((href ?? "").replace(/[?#].*$/s, ""))));
  const missing = new Set<string>();
  return {
    look({ path, kind, text }: Source) {
      if (kind !== "page" || !starts.has(path) || /<base\s/i.test(text)) return;
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      for (const [, , address = ""] of markupOf(text).matchAll(sources)) {
        const named = address.replace(/[?#].*$/s, "").replaceAll("\\", "/");
        if (/(?:^|[./])$/.test(named) || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(named) || /[+(){}$*,;|]/.test(named)) continue;
        const inside = joinInside(folder, named);
        if (inside !== null && !files.findAddress(inside)) missing.add(inside);
      }
    },
    found: () => [...missing],
  };
}

/** A page without its comments and without the insides of its scripts: what a script writes is not what the page says. In one pass, whatever the page. */
function markupOf(text: string): string {
  const lower = text.toLowerCase();
  const find = (what: string, from: number) => {
    const place = lower.indexOf(what, from);
    return place === -1 ? text.length : place;
  };
  const kept: string[] = [];
  let [comment, script] = [find("<!--", 0), find("<script", 0)];
  for (let at = 0; at < text.length;) {
    if (comment < at) comment = find("<!--", at);
    if (script < at) script = find("<script", at);
    const inside = script < comment ? Math.min(find(">", script) + 1, text.length) : comment;
    kept.push(text.slice(at, inside));
    at = script < comment ? find("</script", inside) : find("-->", inside);
  }
  return kept.join("");
}
