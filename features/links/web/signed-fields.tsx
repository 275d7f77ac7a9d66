import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { linkVariables, type LinkVariable } from "#features/portal/signed-address.ts";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";

const example = "https://shifts.example/plan?person={externalId}";

type Props = {
  value: boolean;
  onChange: (isSigned: boolean) => void;
  /** Whether the link has a secret now. */
  hasSecret: boolean;
};

/** Whether a link is signed, and the variables that its address can then have. */
export function SignedFields({ value, onChange, hasSecret }: Props) {
  const { t } = useLingui();
  const heading = useId();
  const meanings: Record<LinkVariable, string> = {
    externalId: t`the external ID of the person, such as a personnel number. Who has none is told so, and cannot open the link`,
    email: t`the email address with which they sign in`,
    userId: t`their number in Stoa, which stays when their name or their address changes`,
    language: t`the language in which they read the portal, such as en`,
  };
  return (
    <>
      <Checkbox
        value={value}
        onChange={onChange}
        description={t`Its address says who opens it, with a signature that its receiver can check. Only for a receiver that you trust with that.`}
      >
        <Trans>Signed link</Trans>
      </Checkbox>
      {hasSecret && !value && (
        <Banner tone="warning" role="status">
          <Trans>When you save this, its secret ends. Signed again, it gets another one.</Trans>
        </Banner>
      )}
      {value && (
        <div className="quick-links-variables">
          <p id={heading} className="small">
            <Trans>
              Its address can have these variables, after the name of the server, as in <code dir="ltr">{example}</code>:
            </Trans>
          </p>
          <dl aria-labelledby={heading}>
            {linkVariables.map((name) => (
              <div key={name}>
                <dt className="small">
                  <code dir="ltr">{`{${name}}`}</code>
                </dt>
                <dd className="small">{meanings[name]}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}
