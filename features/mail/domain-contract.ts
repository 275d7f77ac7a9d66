import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** What a record of the sender's domain is for. */
export const domainRecordKinds = ["spf", "dkim", "dmarc"] as const;
export type DomainRecordKind = (typeof domainRecordKinds)[number];

/** How it stands: unasked where the name servers did not answer, which says nothing about the record; skipped where it takes a selector to ask. */
export const domainRecordStates = ["good", "warning", "wrong", "missing", "unasked", "skipped"] as const;
export type DomainRecordState = (typeof domainRecordStates)[number];

/** What is to be said of a record; `about` is the term, name or count that it is said of. */
export const domainNotes = [
  "spf_several",
  "spf_syntax",
  "spf_lookups",
  "spf_include",
  "spf_everybody",
  "spf_open",
  "spf_partly",
  "spf_names",
  "spf_lacks",
  "spf_server",
  "dkim_several",
  "dkim_revoked",
  "dkim_broken",
  "dkim_testing",
  "dkim_key",
  "dmarc_several",
  "dmarc_policy",
  "dmarc_none",
  "dmarc_quarantine",
  "dmarc_reject",
  "dmarc_inherited",
] as const;
export type DomainNote = (typeof domainNotes)[number];

export const DomainRecord = z.object({
  kind: z.enum(domainRecordKinds),
  state: z.enum(domainRecordStates),
  notes: z.array(z.object({ code: z.enum(domainNotes), about: z.string() })),
  /** The records of this kind that were found. */
  found: z.array(z.string()),
  /** The record as it should stand; null where nothing has to change, or nobody but the owner of the domain knows how. */
  wanted: z.nullable(z.object({ name: z.string(), value: z.string() })),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

export const checkMailDomain = endpoint({
  method: "POST",
  path: "/rest/mail/domain/check",
  summary:
    "What the name servers say of the domain that mail of this portal comes from: SPF, DKIM for a selector, and DMARC. Nothing is changed.",
  body: z.object({
    /** Empty: DKIM is not asked for, because its record stands under the name of a selector. */
    selector: z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.regex(/^(?:[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,3})?$/, words("A selector has letters, figures, hyphens and dots only.")),
      ),
  }),
  response: z.object({ domain: z.string(), records: z.array(DomainRecord) }),
});
