import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { DeputyRows } from "./deputy-rows.tsx";
import { deputiesQuery } from "./hooks.ts";

const DeputyDialog = lazyPart(() => import("./deputy-dialog.tsx"));

/** Who stands in for somebody while they are away, and for whom they stand in themselves (ROLE-6): named and ended. isWaiting: set while a call is under way that brings them along. */
export function Deputies({ isWaiting = false }: { readonly isWaiting?: boolean }) {
  const { data } = useQuery({ ...deputiesQuery, enabled: !isWaiting });
  const [isNaming, setNaming] = useState(false);
  return (
    <div className="stack">
      {data && <DeputyRows of={data} />}
      {data?.canName ? (
        <div className="row">
          <span>
            <Trans>Somebody can stand in for you with the role Manager from one day to another.</Trans>
          </span>
          <Button icon={UserPlus} onPointerEnter={DeputyDialog.want} onPress={() => setNaming(true)}>
            <Trans>Name a deputy</Trans>
          </Button>
        </div>
      ) : (
        data && <AskOthers />
      )}
      {isNaming && <DeputyDialog onClose={() => setNaming(false)} onGiveUp={() => setNaming(false)} />}
    </div>
  );
}

/** For whoever names nobody themselves: admins give roles on their list, others ask for it. */
function AskOthers() {
  const user = useSignedIn()?.User;
  const may = useMay();
  const mine = `/users/managers?person=${user?.Id ?? 0}`;
  return (
    <p>
      {(user?.IsAdmin || user?.IsSystemAdmin) && may("grant-roles") ? (
        <Trans>
          Somebody can stand in for you with the role Manager from one day to another. <Link to={mine}>Name a deputy</Link>
        </Trans>
      ) : (
        <Trans>
          An administrator can give somebody your role from one day to another. <Link to="/about/contact">Ask the portal’s contact</Link>
        </Trans>
      )}
    </p>
  );
}
