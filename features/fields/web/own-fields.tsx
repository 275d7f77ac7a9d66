import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { getOwnFields, ownFieldsPath, saveOwnFields } from "../sheet-contract.ts";
import { SheetForm } from "./sheet-form.tsx";

const ownFieldsQuery = queryOptions({
  queryKey: ["fields", "mine"],
  queryFn: ({ signal }) => call(getOwnFields, undefined, { signal }),
});

/** What the portal keeps of the person asking in custom fields; nothing where they see none. */
export default function OwnFields() {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(ownFieldsQuery);
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`More about you could not be loaded`}
        safe={t`Nothing was changed.`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={2}
      />
    );
  if (!query.data || query.data.fields.length === 0) return null;
  return (
    <SheetForm
      id="own-fields"
      title={t`More about you`}
      sheet={query.data}
      files={{ path: ownFieldsPath, onTaken: (sheet) => client.setQueryData(ownFieldsQuery.queryKey, sheet) }}
      onSave={async (values) => client.setQueryData(ownFieldsQuery.queryKey, await call(saveOwnFields, { body: { values } }))}
    />
  );
}
