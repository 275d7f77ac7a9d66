import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, CircleDashed, Hourglass, Undo2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { CallError } from "#platform/call.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { Time } from "#ui/time.tsx";
import type { Tone } from "#ui/tone.ts";
import { approvalState, type Approval } from "../../approval.ts";
import type { CourseReview as Review, ReviewStep } from "../../team-contract.ts";
import "../authoring.css";
import { reviewQuery, takeReviewStep, teamQuery } from "../team-hooks.ts";

type State = Approval["state"];
const looks: Record<State, { icon: LucideIcon; tone: Tone }> = {
  none: { icon: CircleDashed, tone: "neutral" },
  asked: { icon: Hourglass, tone: "warning" },
  approved: { icon: Check, tone: "success" },
  changed: { icon: CircleAlert, tone: "warning" },
  returned: { icon: Undo2, tone: "danger" },
};

/** Where a course stands with those who look it over: what can be done next, with a comment, and what was done before. */
export function CourseReview({ courseId, team }: { courseId: number; team: Review }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const standing = useRef<HTMLDivElement>(null);
  const [comment, setComment] = useState("");
  const state = approvalState(team);
  const [last] = team.steps;
  const stateWords: Record<State, string> = {
    none: t`Nobody was asked yet`,
    asked: t`In review`,
    approved: t`Approved`,
    changed: t`Changed since approved`,
    returned: t`Back with comments`,
  };
  const done: Record<ReviewStep, string> = {
    asked: t`Asked for a review`,
    withdrawn: t`Took it back`,
    approved: t`Approved it`,
    returned: t`Gave it back`,
  };
  const doing: Record<ReviewStep, string> = {
    asked: t`Ask for a review`,
    withdrawn: t`Take it back`,
    approved: t`Approve`,
    returned: t`Give it back`,
  };
  const mutationKey = ["review", courseId];
  const take = useMutation({
    mutationKey,
    mutationFn: (step: ReviewStep) => takeReviewStep(courseId, step, comment, team.draft),
    onSuccess: (saved, step) => {
      client.setQueryData(teamQuery(courseId).queryKey, (known) => known && { ...known, ...saved });
      client.setQueryData(reviewQuery(courseId).queryKey, (known) => known && saved);
      setComment("");
      void refetchWhatShows(client, courseSubject);
      announce(done[step]);
      // The button that was pressed goes.
      standing.current?.focus();
    },
    onError: () => {
      void client.refetchQueries({ queryKey: teamQuery(courseId).queryKey });
      void client.refetchQueries({ queryKey: reviewQuery(courseId).queryKey });
    },
  });
  const { icon, tone } = looks[state];
  // What is wrong with the comment stands at the comment; that the review or the draft stands elsewhere by now is about the whole.
  const isOfComment = take.error instanceof CallError && take.error.status === 400;
  return (
    <div className="editor-fields">
      <div ref={standing} tabIndex={-1}>
        <Tag icon={icon} tone={tone}>
          {stateWords[state]}
        </Tag>
        {team.hasChanged && last && (
          <p className="muted small">
            <Trans>
              What <bdi>{last.by}</bdi> approved on <Time instant={last.at} showZone={false} /> was changed afterwards. Ask for a review
              again.
            </Trans>
          </p>
        )}
      </div>
      {take.error && !isOfComment && (
        <Banner tone="danger" role="alert">
          {take.error.message}
        </Banner>
      )}
      {team.nextSteps.length > 0 && (
        <>
          <TextArea
            label={t`Comment`}
            isOptional
            rows={2}
            maxLength={2000}
            value={comment}
            onChange={setComment}
            error={isOfComment ? take.error?.message : undefined}
          />
          <span className="row">
            {team.nextSteps.map((step) => (
              <Button
                key={step}
                variant={step === "withdrawn" ? "quiet" : "secondary"}
                isDisabled={take.isPending}
                // A second press may come before the first has drawn the button as off.
                onPress={() => client.isMutating({ mutationKey }) === 0 && take.mutate(step)}
              >
                {doing[step]}
              </Button>
            ))}
          </span>
        </>
      )}
      {team.steps.length > 0 && (
        <ol className="editor-versions" aria-label={t`What was done in reviews`}>
          {team.steps.map(({ id, step, comment: said, by, at }) => (
            <li key={id}>
              <strong>{done[step]}</strong>
              {said && (
                <p>
                  <bdi>{said}</bdi>
                </p>
              )}
              <p className="muted small">
                <Time instant={at} showZone={false} />
                {by && (
                  <>
                    {" · "}
                    <bdi>{by}</bdi>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
      {team.steps.length === 0 && team.nextSteps.length === 0 && (
        <p className="muted">
          <Trans>Nothing was done yet.</Trans>
        </p>
      )}
    </div>
  );
}
