import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ForWhom } from "../contract.ts";

/** Says for whom an announcement is: "People of the course Fire safety". Of a condition it says only that there is one. */
export function ForWhomWords({ of: { level, names, isDraft } }: { of: ForWhom }) {
  const { t, i18n } = useLingui();
  const named = names.map((name) => name ?? t`(no longer there)`);
  const list = new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(named);
  switch (level) {
    case "everybody":
      return <Trans>For everybody</Trans>;
    case "groups":
      return (
        <>
          <Plural value={named.length} one="People in the group" other="People in the groups" /> <bdi>{list}</bdi>
        </>
      );
    case "course":
      return isDraft ? (
        <Trans>
          People of the course <bdi>{list}</bdi> (a draft)
        </Trans>
      ) : (
        <Trans>
          People of the course <bdi>{list}</bdi>
        </Trans>
      );
    case "condition":
      return <Trans>For some people</Trans>;
  }
}
