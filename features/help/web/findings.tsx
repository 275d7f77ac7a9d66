import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import type { Finding } from "../check.ts";
import "./help.css";

/** What checks of a browser found, each below its title: whether it is in order, and what to do where it is not. */
export function Findings({
  found,
  headingLevel,
}: {
  found: readonly { readonly title: MessageDescriptor; readonly finding: Finding }[];
  headingLevel: 2 | 3;
}) {
  const { t, i18n } = useLingui();
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className="card help-list help-findings" aria-label={t`What was found`}>
      {found.map(({ title, finding }) => (
        <li key={title.id}>
          <Heading>{i18n._(title)}</Heading>
          {finding.isGood ? (
            <Tag icon={CircleCheck} tone="success">{t`In order`}</Tag>
          ) : (
            <Tag icon={CircleAlert} tone="warning">{t`Needs a look`}</Tag>
          )}
          <p>{i18n._(finding.words)}</p>
        </li>
      ))}
    </ul>
  );
}
