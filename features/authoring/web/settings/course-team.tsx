import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRoundCheck, X } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { CourseTeam as Team } from "../../team-contract.ts";
import { authorsQuery, handOver, saveCoAuthors, teamQuery } from "../team-hooks.ts";
import { CourseReview } from "./course-review.tsx";
import "./settings.css";

/** Who edits a course, and where it stands with those who look it over (EDT-17). What was changed is saved by the bar of the screen. */
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
        <div className="editor-main">
          <section className="card editor-part" aria-labelledby="part-people">
            <h2 id="part-people" tabIndex={-1}>
              <Trans>Who edits it</Trans>
            </h2>
            <People courseId={courseId} team={query.data} />
          </section>
          <section className="card editor-part" aria-labelledby="part-review">
            <div>
              <h2 id="part-review">
                <Trans context="of a draft">Review</Trans>
              </h2>
              <p className="muted">
                <Trans>Whoever may approve courses looks this one over before it is published.</Trans>
              </p>
            </div>
            <CourseReview courseId={courseId} team={query.data} />
          </section>
        </div>
      )}
    </BusyRegion>
  );
}

type Author = Team["coAuthors"][number];

function People({ courseId, team }: { courseId: number; team: Team }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [q, setQ] = useState("");
  const { owner, coAuthors, mayShare } = team;
  const found = useQuery({ ...authorsQuery(courseId, q), enabled: mayShare });
  /** As they are now on the screen; null while nothing was changed, so that what comes in meanwhile shows. */
  const [chosen, setChosen] = useState<readonly Author[] | null>(null);
  const shown = chosen ?? coAuthors;
  const ids = shown.map(({ id }) => id);
  const changes = countChanges(coAuthors, shown);
  const save = useMutation({
    mutationFn: () => saveCoAuthors(courseId, ids),
    onSuccess: (saved) => {
      client.setQueryData(teamQuery(courseId).queryKey, saved);
      setChosen(null);
      announce(t`Saved`);
    },
    onError: (error) => toast({ tone: "danger", title: t`The co-authors were not saved`, message: error.message }),
  });
  /** Who is asked about as the next owner; null while nobody is. */
  const [next, setNext] = useState<Author | null>(null);
  const give = useMutation({
    mutationFn: (to: Author) => handOver(courseId, to.id, owner?.id ?? null),
    onSuccess: (saved, { name }) => {
      client.setQueryData(teamQuery(courseId).queryKey, saved);
      toast({ tone: "success", title: t`${name} owns this course now` });
    },
    onError: (error) => {
      toast({ tone: "danger", title: t`The course was not handed over`, message: error.message });
      void client.invalidateQueries({ queryKey: teamQuery(courseId).queryKey });
    },
    onSettled: () => setNext(null),
  });
  const nextName = next?.name ?? "";
  const isKept = (id: number) => coAuthors.some((one) => one.id === id);
  return (
    <form
      id="co-authors"
      className="editor-fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (changes > 0 && !save.isPending) save.mutate();
      }}
    >
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
          onChange={(one) => one && setChosen([...shown, { id: Number(one.id), name: one.label, email: one.description ?? "" }])}
          onSearch={setQ}
        />
      )}
      {shown.length > 0 ? (
        <ul className="editor-required" aria-label={t`Co-authors`}>
          {shown.map(({ id, name, email }) => (
            <li key={id}>
              <span>
                <bdi>{name}</bdi> <span className="muted small">{email}</span>
              </span>
              {mayShare && (
                <span className="row">
                  {isKept(id) && (
                    <IconButton
                      label={t`Hand over to ${name}`}
                      icon={UserRoundCheck}
                      onPress={() => {
                        give.reset();
                        setNext({ id, name, email });
                      }}
                    />
                  )}
                  <IconButton label={t`Remove ${name}`} icon={X} onPress={() => setChosen(shown.filter((one) => one.id !== id))} />
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">
          <Trans>No co-authors yet.</Trans>
        </p>
      )}
      <LazyConfirmDialog
        isOpen={next !== null}
        isPending={give.isPending}
        onConfirm={() => next && give.mutate(next)}
        onCancel={() => setNext(null)}
        onGone={() => {
          // The button that was pressed is gone.
          if (give.isSuccess) document.getElementById("part-people")?.focus();
        }}
      >
        <p>
          <Trans>
            Hand this course over to <bdi>{nextName}</bdi>? Only the new owner and administrators then say who else edits it. The owner
            until now stays a co-author.
          </Trans>
        </p>
      </LazyConfirmDialog>
      <SaveBar
        question={t`${plural(changes, {
          one: "Leave without saving # change of who edits it?",
          other: "Leave without saving # changes of who edits it?",
        })}`}
        form="co-authors"
        isDirty={changes > 0}
        isSaving={save.isPending}
        onDiscard={() => setChosen(null)}
      />
    </form>
  );
}

/** How many were added and removed. */
function countChanges(before: readonly Author[], after: readonly Author[]): number {
  const lacks = (people: readonly Author[]) => (one: Author) => !people.some(({ id }) => id === one.id);
  return after.filter(lacks(before)).length + before.filter(lacks(after)).length;
}
