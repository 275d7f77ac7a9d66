import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { toast } from "#ui/toast.ts";
import { languageOf } from "#platform/languages.ts";
import type { PortalDetails, PortalTerms as Terms } from "../contract.ts";
import { fieldErrors } from "./field-errors.ts";
import { useSavePortal } from "./hooks.ts";
import { TermsFields } from "./terms-fields.tsx";

const fields = ["name", "slug", "locale", "timeZone"];

/** What a portal is called, with its language and time zone. */
export function PortalTerms({ portal }: { portal: PortalDetails }) {
  const { t } = useLingui();
  const { portalId, name, slug, locale, timeZone } = portal;
  const [values, setValues] = useState<Terms>({ name, slug, locale: languageOf(locale) === "de" ? "de" : "en", timeZone });
  const [tries, setTries] = useState(0);
  const save = useSavePortal(portalId);
  const { errorOf, named, whole } = fieldErrors(save.error, fields);
  return (
    <section className="card portals-part" aria-labelledby="portal-terms">
      <h2 id="portal-terms">{t`Names and zone`}</h2>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTries((count) => count + 1);
          save.mutate(values, { onSuccess: () => toast({ tone: "success", title: t`Portal saved` }) });
        }}
      >
        <FormErrorSummary errors={named} focusKey={tries} />
        {whole && (
          <Banner tone="danger" role="alert" title={t`The portal was not saved`}>
            <p>{whole}</p>
          </Banner>
        )}
        <TermsFields values={values} onChange={(change) => setValues((now) => ({ ...now, ...change }))} errorOf={errorOf} />
        <div>
          <Button type="submit" isPending={save.isPending} pendingLabel={t`Saving`}>
            <Trans>Save names and zone</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
