import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DeputyRows } from "./deputy-rows.tsx";
import { deputiesQuery } from "./hooks.ts";

/** The part of My account about deputies: whoever's days begin later sees no dashboard of managers yet, and ends it here. Nothing where there is none. */
export default function OwnDeputies() {
  const { data } = useQuery(deputiesQuery);
  if (!data || data.deputies.length + data.standsInFor.length === 0) return null;
  return (
    <section className="card account-part" aria-labelledby="account-deputies">
      <h2 id="account-deputies">
        <Trans>Deputies</Trans>
      </h2>
      <div className="account-part-body">
        <DeputyRows of={data} />
      </div>
    </section>
  );
}
