import { afterAll, expect, test } from "vitest";
import { startDnsServer } from "#features/mail/test/dns-server.ts";
import { heading } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin looks at what name servers say of the domain that mail comes from (MAIL-4), with a real name server.
const starting = startDnsServer({
  "academy.example": { txt: ["v=spf1 ip4:192.0.2.1 -all"] },
  "_dmarc.academy.example": { fails: "SERVFAIL" },
});
const stoa = useStoa(async () => ({ settings: { DNS_SERVERS: (await starting).address, MAIL_FROM: "us@academy.example" } }));
afterAll(async () => (await starting).close());

test("an admin on a phone checks the domain by the keyboard, reads what is missing, and copies the record to add", async () => {
  const admin = await windowFor(stoa, "admin", "northwind", { viewport: { width: 390, height: 844 } });
  await admin.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await admin.goto(stoa.url("/v/admin/emailSettings"));
  await heading(admin, "Email Settings").waitFor();
  const selector = admin.getByRole("textbox", { name: "DKIM selector" });
  await selector.fill("not a selector");
  await selector.press("Enter");
  await admin.getByText("A selector has letters, figures, hyphens and dots only.").waitFor();
  await selector.fill("s1");
  await selector.press("Enter");
  const record = (name: RegExp) => admin.getByRole("listitem").filter({ hasText: name });
  const spf = record(/^SPF/);
  await spf.getByText("In order").waitFor();
  await spf.getByText("v=spf1 ip4:192.0.2.1 -all").waitFor();
  // A name server that fails is never called a record that is missing.
  await record(/^DMARC/)
    .getByText("Could not be asked")
    .waitFor();
  const dkim = record(/^DKIM/);
  await dkim.getByText("Missing").waitFor();
  await dkim.getByText("s1._domainkey.academy.example").waitFor();
  expect(await axe(admin, "the domain of the sender")).toEqual([]);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await dkim.getByRole("button", { name: "Copy" }).last().press("Enter");
  await dkim.getByRole("button", { name: "Copied" }).waitFor();
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe("v=DKIM1; k=rsa; p=PUBLIC_KEY");

  (await starting).zones.set("_dmarc.academy.example", { txt: ["v=DMARC1; p=none"] });
  await admin.getByRole("button", { name: "Check the domain" }).press("Enter");
  await record(/^DMARC/)
    .getByText(/^Forged mail is only watched/)
    .waitFor();
  await admin.context().close();
}, 120_000);
