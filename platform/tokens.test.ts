import { expect, test } from "vitest";
import { hashToken, linkToken, newToken } from "./tokens.ts";

test("of a million tokens none comes twice, and each has 256 bits (security.md row 57)", () => {
  const seen = new Set<string>();
  for (let nth = 0; nth < 1_000_000; nth++) seen.add(newToken());
  expect(seen.size).toBe(1_000_000);
  const [one = ""] = seen;
  expect(Buffer.from(one, "base64url")).toHaveLength(32);
  expect(hashToken(one)).toHaveLength(32);
  // A link is neither its key nor the same under another secret.
  const links = [linkToken("secret", one), linkToken("other", one), one];
  expect(new Set(links).size).toBe(3);
  for (const link of links) expect(Buffer.from(link, "base64url")).toHaveLength(32);
});
