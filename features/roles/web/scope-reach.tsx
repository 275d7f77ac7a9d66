import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useUiLocale } from "#ui/zone.ts";
import type { RoleScope } from "../scope.ts";
import { reachQuery } from "./hooks.ts";

/** How many people a scope reaches at this moment, and some of their names; nothing while it is not complete (null). */
export function ScopeReach({ scope, holderId }: { scope: RoleScope | null; holderId: number | null }) {
  return scope && <Reach scope={scope} holderId={holderId} />;
}

function Reach({ scope, holderId }: { scope: RoleScope; holderId: number | null }) {
  const { t } = useLingui();
  const locale = useUiLocale();
  const reach = useQuery(reachQuery(scope, holderId));
  if (reach.isError)
    return (
      <p className="ui-hint" role="status">
        <Trans>How many people that is could not be counted.</Trans>
      </p>
    );
  if (!reach.data)
    return (
      <p className="ui-hint" role="status">
        <Trans>Counting people…</Trans>
      </p>
    );
  const { count, all, names } = reach.data;
  const rest = count - names.length;
  const list = new Intl.ListFormat(locale).format(rest > 0 ? [...names, t`${plural(rest, { one: "# more", other: "# more" })}`] : names);
  return (
    <p className="ui-hint" role="status" aria-busy={reach.isPlaceholderData || undefined}>
      {count === 0 ? (
        t`At this moment that is nobody.`
      ) : (
        <>
          {t`${plural(count, { one: "At this moment that is # person", other: "At this moment that is # people" })}`} {t`(of ${all})`}:{" "}
          <bdi>{list}</bdi>
        </>
      )}
    </p>
  );
}
