import { phrase } from "#platform/words.ts";
import { bad, good } from "../field-kind.ts";
import { wordsKind } from "../words-kind.ts";

/** A web address; only https and http, because it becomes a link (security.md 41). */
export const url = wordsKind({
  comparedAs: "text",
  most: 500,
  canHavePattern: true,
  href: (address) => address,
  check(written) {
    const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
    if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password || !address.hostname.includes("."))
      return bad("no_url", phrase("Write a web address, such as https://example.com/page."));
    return good(address.href);
  },
});
