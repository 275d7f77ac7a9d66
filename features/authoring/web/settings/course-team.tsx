import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { CourseTeam as Team } from "../../team-contract.ts";
import { authorsQuery, saveCoAuthors, teamQuery } from "../team-hooks.ts";
import { CourseReview } from "./course-review.tsx";
import "./settings.css";

/** Who edits a course, and where it stands with those who look it over (EDT-17). Each change is saved at once. */
export function CourseTeam({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const query = useQuery(teamQuery(courseId));
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`The people of this course could not be loaded`}
        safe={t`Nothing was changed.`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={2}
      />
    );
  return (
    <BusyRegion isBusy={!query.data} label={t`Loading the people of this course`} skeleton={<Skeleton count={3} />}>
      {query.data && (
        <>
          <section className="card editor-part" aria-labelledby="part-people">
            <h2 id="part-people">
              <Trans>Who edits it</Trans>
            </h2>
            <People courseId={courseId} team={query.data} />
          </section>
          <section className="card editor-part" aria-labelledby="part-review">
            <div>
              <h2 id="part-review">
                <Trans>Review</Trans>
              </h2>
              <p className="muted">
                <Trans>A portal admin looks the course over before it is published.</Trans>
              </p>
            </div>
            <CourseReview courseId={courseId} team={query.data} />
          </section>
        </>
      )}
    </BusyRegion>
  );
}

function People({ courseId, team }: { courseId: number; team: Team }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [q, setQ] = useState("");
  const { owner, coAuthors, mayShare } = team;
  const found = useQuery({ ...authorsQuery(courseId, q), enabled: mayShare });
  const save = useMutation({
    mutationFn: (userIds: number[]) => saveCoAuthors(courseId, userIds),
    onSuccess: (saved) => client.setQueryData(teamQuery(courseId).queryKey, saved),
    onError: (error) => toast({ tone: "danger", title: t`The co-authors were not saved`, message: error.message }),
  });
  const ids = coAuthors.map(({ id }) => id);
  return (
    <div className="editor-fields">
      <dl className="editor-facts">
        <dt>
          <Trans>Owner</Trans>
        </dt>
        <dd>{owner ? <bdi>{owner.name}</bdi> : <Trans>Nobody</Trans>}</dd>
      </dl>
      {mayShare && (
        <SearchComboBox
          label={t`Add a co-author`}
          description={t`Co-authors edit and publish the course as its owner does. They see it among their courses.`}
          options={(found.data?.rows ?? [])
            .filter(({ id }) => id !== owner?.id && !ids.includes(id))
            .map(({ id, name, email }) => ({ id: String(id), label: name, description: email }))}
          value={null}
          clearsItself
          onChange={(one) => one && save.mutate([...ids, Number(one.id)])}
          onSearch={setQ}
        />
      )}
      {coAuthors.length > 0 ? (
        <ul className="editor-required" aria-label={t`Co-authors`}>
          {coAuthors.map(({ id, name, email }) => (
            <li key={id}>
              <span>
                <bdi>{name}</bdi> <span className="muted small">{email}</span>
              </span>
              {mayShare && <IconButton label={t`Remove ${name}`} icon={X} onPress={() => save.mutate(ids.filter((one) => one !== id))} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">
          <Trans>No co-authors yet.</Trans>
        </p>
      )}
    </div>
  );
}
