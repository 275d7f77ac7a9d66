import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { leaveFor, ownReturnUrl } from "#features/auth/web/own-page.ts";
import { call } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useZone } from "#ui/zone.ts";
import type { FieldValues } from "../definition.ts";
import { fillInFields, getMissingFields, missingFieldsPath, type FieldSheet } from "../sheet-contract.ts";
import { FilePlaceContext } from "./file-input.tsx";
import { messagesOf } from "./messages-of.ts";
import { changedValues, SheetRow, typedFor } from "./sheet-row.tsx";
import type { Typed } from "./typed-values.ts";

// Asked for once: a file is kept as soon as it is chosen, and what has a value would be missing no more.
const missingQuery = queryOptions({
  queryKey: ["fields", "missing"],
  queryFn: ({ signal }) => call(getMissingFields, undefined, { signal }),
  gcTime: 0,
  staleTime: Infinity,
});

/** `/v/auth/fields`: what the portal asks of everybody and has not got from this person. Nothing else is answered before it is filled in. */
export default function MissingPage() {
  const { t } = useLingui();
  const query = useQuery(missingQuery);
  const returnUrl = ownReturnUrl();
  if (query.isError)
    return (
      <div className="page">
        <ErrorState title={t`What is missing could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </div>
    );
  if (query.data?.fields.length === 0)
    return (
      <div className="page">
        <PageHeader title={t`Nothing is missing`} description={t`Everything that this portal asks of you is filled in.`} />
        <div className="form-actions">
          <LinkButton to={(returnUrl ?? "/v/").replace(/^\/v/, "")} reload variant="primary">
            <Trans>Go on</Trans>
          </LinkButton>
        </div>
      </div>
    );
  return (
    <div className="page">
      <PageHeader title={t`A few things about you`} description={t`This portal asks everybody for them. Fill them in to go on.`} />
      {query.data ? <MissingForm sheet={query.data} returnUrl={returnUrl} /> : <Skeleton count={4} />}
    </div>
  );
}

function MissingForm({ sheet, returnUrl }: { sheet: FieldSheet; returnUrl: string | null }) {
  const { t } = useLingui();
  const zone = useZone();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [tries, setTries] = useState(0);
  const fill = useMutation({
    mutationFn: (values: FieldValues) => call(fillInFields, { body: { values, returnUrl } }),
    onSuccess: ({ redirect }) => leaveFor(redirect),
  });
  const { fields } = sheet;
  const messages = messagesOf(fill.error);
  const errorOf = (id: number) => messages[`fields.${id}`];
  const errors = fields.flatMap(({ id, name }) => {
    const message = errorOf(id);
    return message === undefined ? [] : [{ id: `field-${id}`, message: `${name}: ${message}` }];
  });
  // A file that was chosen is kept already.
  const keep = ({ values }: FieldSheet) =>
    client.setQueryData(missingQuery.queryKey, (now) => now && { ...now, values: { ...now.values, ...values } });
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fill.isPending || fill.isSuccess) return;
        setTries((count) => count + 1);
        fill.mutate(changedValues(sheet, typed, zone));
      }}
    >
      {fill.error && errors.length === 0 && (
        <Banner tone="danger" role="alert">
          {fill.error.message}
        </Banner>
      )}
      <FormErrorSummary errors={errors} focusKey={tries} />
      <FilePlaceContext value={{ path: missingFieldsPath, onTaken: keep }}>
        {fields.map((field) => (
          <SheetRow
            key={field.id}
            field={field}
            sheet={sheet}
            isLocked={false}
            value={typed[field.id] ?? typedFor(field, sheet, zone)}
            onChange={(next) => setTyped((now) => ({ ...now, [field.id]: next }))}
            error={errorOf(field.id)}
          />
        ))}
      </FilePlaceContext>
      <div className="form-actions">
        <Button variant="primary" type="submit" isPending={fill.isPending || fill.isSuccess} pendingLabel={t`Saving`}>
          <Trans>Save and go on</Trans>
        </Button>
        <Button variant="quiet" onPress={() => location.assign("/onlinetraining/auth/logout/")}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </form>
  );
}
