import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useEnvironment } from "#features/portal/web/environment.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { LazyComboBox } from "#ui/lazy-combo-box.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { OpenPortal } from "../contract.ts";
import { partIds } from "../parts.ts";
import { fieldErrors } from "./field-errors.ts";
import { templatesQuery, useOpenPortal } from "./hooks.ts";
import { hostOf, slugOf } from "./suggestions.ts";
import { TermsFields } from "./terms-fields.tsx";
import { usePortalWords } from "./use-portal-words.ts";
import "./portals.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(templatesQuery);

const nothing = "none";
const fields = ["name", "slug", "locale", "timeZone", "host", "templateId", "adminEmail"];

/** Opening a portal (ENV-10): what it is called, what it takes from another one, and who runs it. */
export default function OpenPortalPage() {
  const { t } = useLingui();
  const { Preferences } = useEnvironment();
  const open = useOpenPortal();
  const templates = useQuery(templatesQuery);
  const words = usePortalWords();
  const [tries, setTries] = useState(0);
  const [values, setValues] = useState<OpenPortal>(() => ({
    name: "",
    slug: "",
    host: "",
    locale: Preferences.Locale.startsWith("de") ? "de" : "en",
    timeZone: Preferences.TimeZone,
    templateId: null,
    parts: [...partIds],
    adminEmail: "",
  }));
  // What was typed by hand is no longer suggested.
  const [own, setOwn] = useState({ slug: false, host: false });
  const { errorOf, named, whole } = fieldErrors(open.error, fields);
  const here = window.location.hostname;
  const change = (next: Partial<OpenPortal>) =>
    setValues((now) => {
      const slug = next.slug ?? (next.name !== undefined && !own.slug ? slugOf(next.name) : now.slug);
      const host = next.host ?? (own.host ? now.host : hostOf(slug, here));
      return { ...now, ...next, slug, host };
    });
  const submit = () => {
    setTries((count) => count + 1);
    open.mutate(values, {
      // As a page of its own: what a page may post to, the new portal among it, is said when it is made.
      onSuccess: ({ portalId }) => window.location.assign(`/v/sysAdmin/portals/${portalId}?opened=1`),
    });
  };
  const options = [
    { id: nothing, label: t`Nothing: as the product comes` },
    ...(templates.data?.rows ?? []).map(({ portalId, name }) => ({ id: String(portalId), label: name })),
  ];
  return (
    <div className="page">
      <PageHeader
        title={t`Open a portal`}
        description={t`It is there as soon as you have opened it; nobody but its first admin is in it.`}
      />
      <form
        className="portals-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FormErrorSummary errors={named} focusKey={tries} />
        {whole && (
          <Banner tone="danger" role="alert" title={t`The portal was not opened`}>
            <p>{whole}</p>
          </Banner>
        )}
        <section className="card portals-part" aria-labelledby="open-names">
          <h2 id="open-names">{t`The portal`}</h2>
          <div className="form">
            <TermsFields
              values={values}
              onChange={(next) => {
                if (next.slug !== undefined) setOwn((now) => ({ ...now, slug: true }));
                change(next);
              }}
              errorOf={errorOf}
            />
            <TextField
              id="portal-host"
              label={t`Address`}
              description={t`Its first host name, without http:// and port. It must lead to this server; more can be added later.`}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={253}
              value={values.host}
              onChange={(host) => {
                setOwn((now) => ({ ...now, host: true }));
                change({ host });
              }}
              error={errorOf("host")}
            />
          </div>
        </section>
        <section className="card portals-part" aria-labelledby="open-template">
          <h2 id="open-template">{t`Taken from another portal`}</h2>
          <div className="form">
            <LazyComboBox
              id="portal-templateId"
              label={t`Template`}
              options={options}
              value={values.templateId === null ? nothing : String(values.templateId)}
              onChange={(id) => change({ templateId: id === nothing ? null : Number(id) })}
              error={errorOf("templateId") ?? (templates.error ? t`The portals could not be loaded` : undefined)}
            />
            {values.templateId !== null && (
              <CheckboxGroup
                label={t`What is copied`}
                options={partIds.map((id) => ({ id, ...words.part[id] }))}
                value={values.parts}
                onChange={(parts) => change({ parts })}
              />
            )}
          </div>
          {values.templateId !== null && (
            <p className="muted portals-note">
              <Trans>
                People, groups, enrolments, courses and records are never copied, and neither is a secret: no password of a mail server, no
                signing secret, no token.
              </Trans>
            </p>
          )}
        </section>
        <section className="card portals-part" aria-labelledby="open-admin">
          <h2 id="open-admin">{t`First admin`}</h2>
          <div className="form">
            <TextField
              id="portal-adminEmail"
              type="email"
              label={t`Email`}
              description={t`Whoever has an account keeps it. Anybody else gets an email with a link to choose a password.`}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={254}
              value={values.adminEmail}
              onChange={(adminEmail) => change({ adminEmail })}
              error={errorOf("adminEmail")}
            />
          </div>
        </section>
        <div className="form-actions">
          <Button type="submit" variant="primary" isPending={open.isPending || open.isSuccess} pendingLabel={t`Opening the portal`}>
            <Trans>Open the portal</Trans>
          </Button>
          <LinkButton to="/sysAdmin/portals">
            <Trans>Cancel</Trans>
          </LinkButton>
        </div>
      </form>
    </div>
  );
}
