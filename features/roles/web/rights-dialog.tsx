import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { Banner } from "#ui/banner.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import type { Ability, Assignment } from "../contract.ts";
import { rightsQuery } from "./hooks.ts";
import { useRoleWords } from "./use-role-words.ts";

/** What somebody may do in this portal, and which of their roles gives it (ROLE-5). */
export function RightsDialog({ userId, name, onClose }: { userId: number; name: string; onClose: () => void }) {
  const { t } = useLingui();
  const words = useRoleWords();
  const rights = useQuery(rightsQuery(userId));
  const held = new Map(rights.data?.assignments.map((one) => [one.id, one]));
  return (
    <Dialog title={t`What ${name} may do`} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} outsideCloses>
      {rights.isPending && <Skeleton shape="lines" count={6} />}
      {rights.isError && <ErrorState title={t`The rights could not be loaded`} onRetry={() => void rights.refetch()} />}
      {rights.data && (
        <div className="stack">
          {!rights.data.isActive && <Banner tone="warning" title={t`This person is deactivated and may do nothing of this.`} />}
          <ul className="roles-rights">
            {rights.data.permissions.map(({ id, isAllowed, why, assignments }) => (
              <li key={id} data-allowed={isAllowed || undefined}>
                <Icon of={isAllowed ? Check : Minus} />
                <div>
                  <p>
                    {words.ability[id]}
                    <span className="visually-hidden">: {isAllowed ? t`yes` : t`no`}</span>
                  </p>
                  <div className="ui-hint">
                    {why === "everybody" && <p>{t`Everybody in this portal may.`}</p>}
                    {why === "system" && <p>{t`As a system admin.`}</p>}
                    {why === "roles" && assignments.length === 0 && <p>{t`No role that holds now gives it.`}</p>}
                    {assignments.map((one) => {
                      const assignment = held.get(one);
                      return assignment && <Reason key={one} assignment={assignment} isAboutCourses={aboutCourses.has(id)} />;
                    })}
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** What is done about a course, and so only about those for which a role is. */
const aboutCourses: ReadonlySet<Ability> = new Set<Ability>(["enrol-people", "correct-learning", "sign-off"]);

function Reason({ assignment, isAboutCourses }: { assignment: Assignment; isAboutCourses: boolean }) {
  const words = useRoleWords();
  const { t } = useLingui();
  const { startsAt, endsAt, grantedBy } = assignment;
  return (
    <p>
      {words.held(assignment)} · <bdi>{words.scope(assignment)}</bdi>
      {isAboutCourses && assignment.scope.kind === "courses" && ` · ${t`only in these courses`}`}
      {" · "}
      <Trans>
        since <Time instant={startsAt} kind="date" />
      </Trans>
      {endsAt && (
        <>
          {" · "}
          <Trans>
            until <Time instant={endsAt} />
          </Trans>
        </>
      )}
      {grantedBy && (
        <>
          {" · "}
          <Trans>
            granted by <bdi>{grantedBy}</bdi>
          </Trans>
        </>
      )}
    </p>
  );
}
