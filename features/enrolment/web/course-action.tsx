import { Trans, useLingui } from "@lingui/react/macro";
import { BookOpenCheck, Lock, Play, RotateCcw, UserPlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { LinkButton } from "#ui/link-button.tsx";
import { Button } from "#ui/button.tsx";
import { Tag } from "#ui/tag.tsx";
import type { CourseType } from "#features/courses/course-type.ts";
import type { PrimaryAction } from "../primary-action.ts";
import { loadsItsPage, useEnrol, viewerPath } from "./use-enrol.ts";
import { useLockWords } from "./use-lock-words.ts";
import "./course-action.css";

type CourseActionProps = {
  course: { id: number; title: string; type: CourseType };
  action: PrimaryAction;
  variant?: "primary" | "secondary";
  isFullWidth?: boolean;
};

/** The one action that the server chose for a course, as a button. It contains no rule and only maps kinds to words (DET-2). */
export function CourseAction(props: CourseActionProps) {
  const box = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const { kind } = props.action;
  // Enrolling replaces the pressed button: the focus moves to the new one.
  useEffect(() => {
    if (wasPressed.current) box.current?.querySelector<HTMLElement>("a, button")?.focus();
    wasPressed.current = false;
  }, [kind]);
  return (
    <span ref={box} className="course-action">
      <Action {...props} onEnrol={() => (wasPressed.current = true)} />
    </span>
  );
}

function Action({ course, action, variant = "secondary", isFullWidth, onEnrol }: CourseActionProps & { onEnrol: () => void }) {
  const { t } = useLingui();
  const { enrol, pendingId } = useEnrol();
  const lockWords = useLockWords();
  const { title } = course;
  const look = { variant, isFullWidth };
  const toViewer = { ...look, reload: loadsItsPage(course.type) };
  switch (action.kind) {
    case "enrol":
    case "renew":
      return (
        <Button
          {...look}
          icon={UserPlus}
          onPress={() => {
            onEnrol();
            enrol(course);
          }}
          isPending={pendingId === course.id}
          aria-label={action.kind === "enrol" ? t`Enrol in ${title}` : t`Enrol again in ${title}`}
        >
          {action.kind === "enrol" ? <Trans>Enrol</Trans> : <Trans>Enrol again</Trans>}
        </Button>
      );
    case "start":
      return (
        <LinkButton {...toViewer} icon={Play} to={viewerPath(course.id)} aria-label={t`Start ${title}`}>
          <Trans>Start</Trans>
        </LinkButton>
      );
    case "continue":
      return (
        <LinkButton {...toViewer} icon={Play} to={viewerPath(course.id)} aria-label={t`Continue ${title}`}>
          <Trans>Continue</Trans>
        </LinkButton>
      );
    case "review":
      return (
        <LinkButton {...toViewer} icon={BookOpenCheck} to={viewerPath(course.id)} aria-label={t`Review ${title}`}>
          <Trans>Review</Trans>
        </LinkButton>
      );
    case "retake":
      return (
        <LinkButton {...toViewer} icon={RotateCcw} to={viewerPath(course.id, true)} aria-label={t`Retake ${title}`}>
          <Trans>Retake</Trans>
        </LinkButton>
      );
    case "locked":
      return <Tag icon={Lock}>{lockWords(action.reason)}</Tag>;
  }
}
