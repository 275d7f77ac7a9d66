import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useBlocker } from "react-router";
import { Button } from "./button.tsx";
import { LazyConfirmDialog } from "./lazy-confirm-dialog.tsx";
import "./save-bar.css";

type SaveBarProps = {
  /** Id of the form that Save submits. */
  form: string;
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  /** What would be lost, with its count, as a question; asked when the person leaves with unsaved changes. */
  question: string;
};

/** Saves or discards the changes of a settings form; leaving with unsaved changes asks first (experience.md §1.2, Saving). */
export function SaveBar({ form, isDirty, isSaving, onDiscard, question }: SaveBarProps) {
  const { t } = useLingui();
  if (!isDirty) return null;
  return (
    <>
      <Bar form={form}>
        <span>
          <Trans>You have unsaved changes.</Trans>
        </span>
        <span className="row">
          <Button onPress={onDiscard} isDisabled={isSaving}>
            <Trans>Discard</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} isPending={isSaving} pendingLabel={t`Saving`}>
            <Trans>Save</Trans>
          </Button>
        </span>
      </Bar>
      <LeaveQuestion question={question} />
    </>
  );
}

/** Asks before the page is left. There while something is unsaved and no longer: the router hears one of several that are there at once. */
function LeaveQuestion({ question }: Pick<SaveBarProps, "question">) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <LazyConfirmDialog isOpen={blocker.state === "blocked"} onConfirm={() => blocker.proceed?.()} onCancel={() => blocker.reset?.()}>
      <p>{question}</p>
    </LazyConfirmDialog>
  );
}

/** The bar itself. When it goes with the button that was pressed, the focus moves to the form's heading. */
function Bar({ form, children }: { form: string; children: ReactNode }) {
  const { t } = useLingui();
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heading = document.getElementById(form)?.querySelector<HTMLElement>("h1, h2, h3") ?? document.getElementById("page-title");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
  }, [form]);
  return (
    <section ref={bar} className="ui-save-bar" aria-label={t`Unsaved changes`}>
      {children}
    </section>
  );
}
