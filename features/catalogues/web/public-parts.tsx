import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Plate } from "#ui/plate.tsx";
import type { PublicCourse } from "../public-contract.ts";
import { usePublicWords } from "./use-public-words.ts";
import "#features/courses/web/course-card.css";
import "#ui/state.css";

/** A course's picture, or its generated plate. Decorative: the title is beside it. */
export function PublicPicture({ course, width }: { course: PublicCourse; width: number }) {
  if (course.picture === null) return <Plate seed={String(course.id)} />;
  return <img className="course-cover" src={`${course.picture}&w=${width}`} alt="" loading="lazy" decoding="async" />;
}

/** Type, length, language and categories of a course. */
export function PublicFacts({ course }: { course: PublicCourse }) {
  const facts = usePublicWords()(course);
  return (
    <>
      <p className="muted small num">
        {facts.map((fact, nth) => (
          <span key={fact}>
            {nth > 0 && " · "}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      {course.categories.length > 0 && (
        <p className="muted small">
          {course.categories.map((name, nth) => (
            <span key={name}>
              {nth > 0 && ", "}
              <bdi>{name}</bdi>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** What is there in place of courses, with a way on. The application's own part for it would bring its frame along. */
export function PublicNothing({ title, message, action }: { title: string; message: string; action: ReactNode }) {
  return (
    <div className="ui-state">
      <h2>{title}</h2>
      <p>{message}</p>
      {action && <div className="ui-state-actions">{action}</div>}
    </div>
  );
}

/** Why a page of visitors has nothing to show. */
export function PublicFailure({ error }: { error: CallError }) {
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        <Button onPress={() => window.location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {error.message}
    </Banner>
  );
}
