import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { FileJson, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import * as z from "zod/mini";
import { call, CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { apiDocument } from "../document-contract.ts";
import { scopes } from "../scopes.ts";
import { callsOf, findCalls, schemasOf, type ApiCall } from "./api-calls.ts";
import { CallDetails } from "./call-details.tsx";
import type { ApiSchemas } from "./shape-text.ts";
import { useScopeWords } from "./use-scope-words.ts";
import "./api.css";

const shape = { q: z.string(), scope: z.enum(["any", "token", ...scopes]) };
const defaults: { q: string; scope: "any" | "token" | (typeof scopes)[number] } = { q: "", scope: "token" };

/** It stays the same until the server is another version. */
const documentQuery = queryOptions({
  queryKey: ["api", "document"],
  queryFn: ({ signal }) => call(apiDocument, undefined, { signal }),
  staleTime: Infinity,
});

/** Every call of the API, from the OpenAPI document of this server: found by words and scope, by feature, with what each takes and answers. */
export default function ApiPage() {
  const { t } = useLingui();
  const query = useQuery(documentQuery);
  const { data } = query;
  return (
    <div className="page api-page">
      <PageHeader
        title={t`Calls of the API`}
        back={{ to: "/student/tokens", label: t`API tokens` }}
        description={
          <Trans>
            A program sends a token with each call, as <code dir="ltr">Authorization: Bearer</code>, and may do what its scopes and you
            allow.
          </Trans>
        }
        actions={
          <a className="ui-button" href={apiDocument.path} download="openapi.json">
            <Icon of={FileJson} />
            <Trans>OpenAPI document</Trans>
          </a>
        }
      />
      {query.isError && !data ? (
        <ErrorState
          title={t`The calls could not be loaded`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading the calls`} skeleton={<Skeleton count={8} />}>
          {data && <Calls calls={callsOf(data)} schemas={schemasOf(data)} />}
        </BusyRegion>
      )}
    </div>
  );
}

function Calls({ calls, schemas }: { calls: readonly ApiCall[]; schemas: ApiSchemas }) {
  const { t } = useLingui();
  const words = useScopeWords();
  const { state, set } = useUrlState(shape, defaults);
  const found = useMemo(() => findCalls(calls, state.q, state.scope), [calls, state]);
  const groups = Map.groupBy(found, ({ tag }) => tag);
  const count = found.length;
  return (
    <>
      <div className="api-filters">
        <SearchField label={t`Search calls`} value={state.q} onChange={(q) => set({ q }, { replace: true })} isLabelVisible />
        <Select
          label={t`Scope`}
          options={[
            { id: "token", label: t`All calls for tokens` },
            ...scopes.map((id) => ({ id, label: words[id], description: id })),
            { id: "any", label: t`All calls, also of browsers only` },
          ]}
          value={state.scope}
          onChange={(scope) => set({ scope })}
        />
      </div>
      <p className="muted" role="status">
        {t`${plural(count, { one: "# call", other: "# calls" })}`}
      </p>
      {count === 0 && <EmptyState icon={SearchX} title={t`No call matches`} message={t`Try fewer words, or another scope.`} />}
      {[...groups].map(([tag, own]) => (
        <section key={tag} className="card api-group" aria-labelledby={`api-${tag}`}>
          <h2 id={`api-${tag}`}>
            <bdi>{tag}</bdi>
          </h2>
          {own.map((one) => (
            <Call key={one.id} of={one} schemas={schemas} />
          ))}
        </section>
      ))}
    </>
  );
}

function Call({ of, schemas }: { of: ApiCall; schemas: ApiSchemas }) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <Disclosure
      isExpanded={isExpanded}
      onExpandedChange={setExpanded}
      title={
        <span className="api-call">
          <span className="api-address" dir="ltr">
            <span className="api-method" data-method={of.method}>
              {of.method}
            </span>{" "}
            <code>{of.path}</code>
          </span>
          <span className="api-summary" lang="en">
            {of.summary}
          </span>
        </span>
      }
    >
      {isExpanded && <CallDetails of={of} schemas={schemas} />}
    </Disclosure>
  );
}
