import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "#features/portal/web/use-may.ts";
import { TokenList } from "#features/tokens/web/token-list.tsx";
import { call } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import type { Person } from "../person-contract.ts";
import * as api from "../token-contract.ts";
import { personSubject } from "./person-hooks.ts";

const personTokensQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "tokens", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(api.listPersonTokens, { params: { userId } }, { signal }),
  });

/** The API tokens of a person, for those who may deactivate them; they can revoke each. Nothing is shown of somebody who has none. */
export function PersonTokens({ person }: { person: Person }) {
  const { t } = useLingui();
  const may = useMay();
  const { userId } = person;
  const client = useQueryClient();
  const isShown = may("deactivate-people");
  const { data } = useQuery({ ...personTokensQuery(userId), enabled: isShown });
  const revoke = useMutation({
    mutationFn: (tokenId: number) => call(api.revokePersonToken, { params: { userId, tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: personTokensQuery(userId).queryKey }),
  });
  if (!isShown || !data || data.tokens.length === 0) return null;
  return (
    <section className="card person-card" aria-labelledby="person-tokens">
      <h2 id="person-tokens">
        <Trans>API tokens</Trans>
      </h2>
      <TokenList
        label={t`API tokens`}
        tokens={data.tokens}
        {...(!person.locked && { onRevoke: (tokenId: number) => revoke.mutateAsync(tokenId) })}
      />
    </section>
  );
}
