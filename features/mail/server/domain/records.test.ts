import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { dkimIn, dmarcIn, spfIn, textsOf } from "./records.ts";

const shortOf = (spf: ReturnType<typeof spfIn>) => {
  if (spf.kind !== "record") return spf.kind === "wrong" ? `wrong: ${spf.term}` : spf.kind;
  const terms = spf.mechanisms.map(({ qualifier, name, value, bits4, bits6 }) => `${qualifier}${name} ${value ?? ""} ${bits4}/${bits6}`);
  return [...terms, ...(spf.redirect === null ? [] : [`redirect ${spf.redirect}`])].join(", ");
};

test.each([
  ["no text at all", [], "missing"],
  ["texts for something else", ["google-site-verification=abc", "spf2.0/pra +all", ""], "missing"],
  ["a version that only begins alike", ["v=spf10 -all", "v=spf2 -all"], "missing"],
  ["the version alone", ["v=spf1"], ""],
  ["all kinds", ["v=spf1 a mx:b.test ip4:192.0.2.0/24 -all"], "+a  32/128, +mx b.test 32/128, +ip4 192.0.2.0 24/128, -all  32/128"],
  ["networks of both families", ["v=spf1 a/24//64 ip6:2001:db8::/32 ~all"], "+a  24/64, +ip6 2001:db8:: 32/32, ~all  32/128"],
  ["upper case", ["V=SPF1 INCLUDE:Spf.Example.test -ALL"], "+include Spf.Example.test 32/128, -all  32/128"],
  ["spaces around and between", ["  v=spf1   mx \t ?all  "], "+mx  32/128, ?all  32/128"],
  ["a redirect", ["v=spf1 redirect=_spf.example.test"], "redirect _spf.example.test"],
  ["an explanation, and a modifier that nobody knows", ["v=spf1 exp=why.test moo=x -all"], "-all  32/128"],
  ["several", ["v=spf1 -all", "v=spf1 mx -all"], "several"],
  ["several in different case", ["v=spf1 -all", "V=SPF1"], "several"],
  ["a word that is no mechanism", ["v=spf1 mailserver -all"], "wrong: mailserver"],
  ["an include of nothing", ["v=spf1 include: -all"], "wrong: include:"],
  ["no address", ["v=spf1 ip4:mail.test -all"], "wrong: ip4:mail.test"],
  ["an address of the other family", ["v=spf1 ip6:192.0.2.1 -all"], "wrong: ip6:192.0.2.1"],
  ["a network that is too small", ["v=spf1 ip4:192.0.2.1/33"], "wrong: ip4:192.0.2.1/33"],
  ["all with something behind", ["v=spf1 all:x"], "wrong: all:x"],
  ["two redirects", ["v=spf1 redirect=a.test redirect=b.test"], "wrong: redirect=b.test"],
  ["an empty redirect", ["v=spf1 redirect="], "wrong: redirect="],
  ["a macro", ["v=spf1 exists:%{ir}.%{v}._spf.%{d} -all"], "+exists %{ir}.%{v}._spf.%{d} 32/128, -all  32/128"],
])("SPF: %s", (_, texts, expected) => expect(shortOf(spfIn(texts))).toBe(expected));

test("the strings of one TXT record are one text, without anything between them", () => {
  expect(textsOf([["v=spf1 include:_sp", "f.example.test -all"], ["other"]])).toEqual(["v=spf1 include:_spf.example.test -all", "other"]);
});

const rsa = (bits: number, type: "spki" | "pkcs1" = "spki") =>
  generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ format: "der", type }).toString("base64");
const long = rsa(2048);
const ed = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

test.each([
  ["nothing", [], { kind: "missing" }],
  ["a good key", [`v=DKIM1; k=rsa; p=${long}`], { kind: "key", isTesting: false, said: "RSA 2048" }],
  ["no version, no kind, no spaces", [`p=${long};`], { kind: "key", isTesting: false, said: "RSA 2048" }],
  [
    "names in upper case, spaces within the key",
    [`V=DKIM1; P= ${long.slice(0, 50)} ${long.slice(50)} `],
    { kind: "key", isTesting: false, said: "RSA 2048" },
  ],
  ["a key written the other way", [`v=DKIM1; p=${rsa(1024, "pkcs1")}`], { kind: "key", isTesting: false, said: "RSA 1024" }],
  ["Ed25519", [`v=DKIM1; k=ed25519; p=${ed}`], { kind: "key", isTesting: false, said: "Ed25519" }],
  ["only tested", [`v=DKIM1; t=s:Y; p=${long}`], { kind: "key", isTesting: true, said: "RSA 2048" }],
  ["withdrawn", ["v=DKIM1; p="], { kind: "revoked" }],
  ["another version", [`v=DKIM2; p=${long}`], { kind: "broken" }],
  ["no key", ["v=DKIM1; k=rsa"], { kind: "broken" }],
  ["the placeholder as it was copied", ["v=DKIM1; k=rsa; p=PUBLIC_KEY"], { kind: "broken" }],
  ["a key that is too short", [`v=DKIM1; p=${rsa(512)}`], { kind: "broken" }],
  ["half a key", [`v=DKIM1; p=${long.slice(0, 100)}`], { kind: "broken" }],
  ["a kind that nobody has", [`v=DKIM1; k=dsa; p=${long}`], { kind: "broken" }],
  ["two keys", [`p=${long}`, `p=${long}`], { kind: "several" }],
  ["something twice", [`p=${long}; p=${long}`], { kind: "broken" }],
])("DKIM: %s", (_, texts, expected) => expect(dkimIn(texts)).toEqual(expected));

const policy = (ofDomain: string, ofSubdomains = ofDomain) => ({ kind: "record", ofDomain, ofSubdomains });
test.each([
  ["nothing", [], { kind: "missing" }],
  ["something else", ["hello"], { kind: "missing" }],
  ["reject", ["v=DMARC1; p=reject; rua=mailto:a@b.test"], policy("reject")],
  ["no spaces, upper case", ["v=DMARC1;P=Quarantine;SP=None"], policy("quarantine", "none")],
  ["spaces", [" v = DMARC1 ;  p = none ; "], policy("none")],
  ["another version", ["v=DMARC2; p=reject"], { kind: "missing" }],
  ["a version in lower case", ["v=dmarc1; p=reject"], { kind: "missing" }],
  ["a version that only begins alike", ["v=DMARC10; p=reject"], { kind: "missing" }],
  ["no policy", ["v=DMARC1; rua=mailto:a@b.test"], { kind: "wrong" }],
  ["a policy that nobody knows", ["v=DMARC1; p=refuse"], { kind: "wrong" }],
  ["several", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], { kind: "several" }],
  ["one beside something else", ["v=DMARC1; p=reject", "other"], policy("reject")],
])("DMARC: %s", (_, texts, expected) => expect(dmarcIn(texts)).toEqual(expected));
