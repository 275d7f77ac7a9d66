import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ListTree } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import type { Group } from "../contract.ts";
import { statusLooks, useGroupWords } from "./use-group-words.ts";

const NestDialog = lazyPart(() => import("./nest-dialog.tsx"));

/** The groups in a group: their members are its members too. */
export function GroupInside({ group }: { group: Group }) {
  const { t } = useLingui();
  const words = useGroupWords();
  const [isChoosing, setChoosing] = useState(false);
  const { children, canDefine, status } = group;
  const choose = canDefine && status === "active" && (
    <div>
      <Button icon={ListTree} onPress={() => setChoosing(true)}>
        <Trans>Choose groups</Trans>
      </Button>
    </div>
  );
  return (
    <>
      {children.length === 0 ? (
        <EmptyState
          icon={ListTree}
          title={t`No groups in this group`}
          message={t`The members of groups in it would be its members too.`}
          action={choose}
        />
      ) : (
        <div className="group-part">
          <p className="muted">
            <Trans>The members of these groups are its members too.</Trans>
          </p>
          <ul className="group-rows">
            {children.map(({ id, name, status: state, members }) => (
              <li key={id}>
                <Link to={`/users/groups/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
                <span className="row">
                  {state !== "active" && (
                    <Tag icon={statusLooks[state].icon} tone={statusLooks[state].tone}>
                      {words.status[state]}
                    </Tag>
                  )}
                  <span className="num">{t`${plural(members, { one: "# member", other: "# members" })}`}</span>
                </span>
              </li>
            ))}
          </ul>
          {choose}
        </div>
      )}
      {isChoosing && <NestDialog group={group} onClose={() => setChoosing(false)} onGiveUp={() => setChoosing(false)} />}
    </>
  );
}
