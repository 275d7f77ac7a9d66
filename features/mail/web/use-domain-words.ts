import { useLingui } from "@lingui/react/macro";
import type { DomainNote, DomainRecordKind, DomainRecordState } from "../domain-contract.ts";

/** Words for what name servers say of a sender's domain. */
export function useDomainWords() {
  const { t } = useLingui();
  const kind: Record<DomainRecordKind, string> = {
    spf: t`SPF: which servers may send`,
    dkim: t`DKIM: the key of signatures`,
    dmarc: t`DMARC: what becomes of forged mail`,
  };
  const state: Record<DomainRecordState, string> = {
    good: t`In order`,
    warning: t`Can be better`,
    wrong: t`Does not work`,
    missing: t`Missing`,
    unasked: t`Could not be asked`,
    skipped: t`Not asked`,
  };
  const missing: Record<DomainRecordKind, string> = {
    spf: t`No server is named. Others can send in the name of the domain, and its own mail is more often taken for spam.`,
    dkim: t`There is no key under this selector, so nobody can tell whether a message was changed on its way.`,
    dmarc: t`Nothing is said about mail that fails the other checks. Begin with a policy that only watches.`,
  };
  const ofState = (of: DomainRecordKind, is: DomainRecordState): string | null => {
    if (is === "missing") return missing[of];
    if (is === "unasked")
      return t`The name servers did not answer everything. That does not mean that the record is missing: try again in a while.`;
    if (is === "skipped") return t`Enter the selector to ask for its key. Whoever runs your mail server knows it.`;
    return null;
  };
  const note: Record<DomainNote, (about: string) => string> = {
    spf_several: (count) => t`There are ${count} SPF records. With more than one none of them counts: put them together into one.`,
    spf_syntax: (term) => t`“${term}” is no term of SPF, so the whole record does not count.`,
    spf_lookups: () =>
      t`The record and those that it includes take more than ten questions to name servers. Whoever receives mail stops there: include fewer.`,
    spf_include: (domain) => t`It includes ${domain}, which has no SPF record that can be read. So the whole record does not count.`,
    spf_everybody: () => t`It ends with “all” for everybody, so any server may send. Let it end with “~all” or “-all”.`,
    spf_open: () => t`It does not say what becomes of mail from other servers. Let it end with “~all” or “-all”.`,
    spf_partly: () => t`The record is there; some of those that it includes could not be asked.`,
    spf_names: (server) => t`The mail server of this installation, ${server}, may send.`,
    spf_lacks: (server) =>
      t`The mail server of this installation, ${server}, is not among those that may send. Where mail leaves by another server after it, name that one instead.`,
    spf_server: () =>
      t`From where mail leaves in the end cannot be known here. Ask whoever runs the mail server whether its address is named.`,
    dkim_several: (count) => t`There are ${count} records under this selector, where one has to be. Remove the others.`,
    dkim_revoked: () => t`The key was withdrawn: its record is there, and empty.`,
    dkim_broken: () => t`The record is there, and has no key that can be used.`,
    dkim_testing: () => t`It says that signatures are only being tested (t=y), so failures may be overlooked. Remove that when they work.`,
    dkim_key: (said) => t`There is a key (${said}).`,
    dmarc_several: (count) => t`There are ${count} DMARC records. With more than one none of them counts: keep one.`,
    dmarc_policy: () => t`The record has no policy (p=none, p=quarantine or p=reject), so it does not count.`,
    dmarc_none: () => t`Forged mail is only watched (p=none) and arrives like any other. Ask for p=quarantine once your own mail passes.`,
    dmarc_quarantine: () => t`Forged mail is put aside as spam (p=quarantine).`,
    dmarc_reject: () => t`Forged mail is refused (p=reject).`,
    dmarc_inherited: (domain) => t`That comes from ${domain}, above this domain.`,
  };
  return { kind, state, ofState, note };
}
