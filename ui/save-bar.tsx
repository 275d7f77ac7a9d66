import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, use, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
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
  /** The query parameter that says whether this form or another part of the screen is shown; another value of it leaves the form. */
  shownBy?: string;
};

type Unsaved = Omit<SaveBarProps, "isDirty">;
/** Tells what is unsaved in a form; null for nothing. */
type Tell = (form: string, unsaved: Unsaved | null) => void;

const BarOfScreen = createContext<Tell | null>(null);

/** Gives the forms of a screen one bar together: each has a `SaveBar` of its own, and Save sends all that were changed. */
export function SaveBars({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([]);
  const tell = useCallback<Tell>(
    (form, one) => setUnsaved((all) => [...all.filter((other) => other.form !== form), ...(one ? [one] : [])]),
    [],
  );
  return (
    <BarOfScreen value={tell}>
      {children}
      <OneBar unsaved={unsaved} />
    </BarOfScreen>
  );
}

/** Saves or discards the changes of a settings form; leaving with unsaved changes asks first (experience.md §1.2, Saving). */
export function SaveBar(props: SaveBarProps) {
  const tell = use(BarOfScreen);
  return tell ? <Telling tell={tell} {...props} /> : <OneBar unsaved={props.isDirty ? [props] : []} />;
}

/** Tells the bar of the screen; shows nothing itself. */
function Telling({ tell, form, isDirty, isSaving, question, onDiscard, shownBy }: SaveBarProps & { tell: Tell }) {
  const discard = useRef(onDiscard);
  useLayoutEffect(() => {
    discard.current = onDiscard;
  });
  useLayoutEffect(() => {
    tell(form, isDirty ? { form, isSaving, question, onDiscard: () => discard.current(), ...(shownBy && { shownBy }) } : null);
  }, [tell, form, isDirty, isSaving, question, shownBy]);
  useLayoutEffect(() => () => tell(form, null), [tell, form]);
  return null;
}

function OneBar({ unsaved }: { unsaved: readonly Unsaved[] }) {
  const { t } = useLingui();
  const [first] = unsaved;
  if (!first) return null;
  const isSaving = unsaved.some((one) => one.isSaving);
  return (
    <>
      <Bar form={first.form}>
        <span>
          <Trans>You have unsaved changes.</Trans>
        </span>
        <span className="row">
          <Button onPress={() => unsaved.forEach(({ onDiscard }) => onDiscard())} isDisabled={isSaving}>
            <Trans>Discard</Trans>
          </Button>
          <Button
            variant="primary"
            onPress={() => unsaved.forEach(({ form }) => submit(form))}
            isPending={isSaving}
            pendingLabel={t`Saving`}
          >
            <Trans>Save</Trans>
          </Button>
        </span>
      </Bar>
      <LeaveQuestion questions={unsaved.map(({ question }) => question)} shownBy={unsaved.map((one) => one.shownBy ?? "tab")} />
    </>
  );
}

function submit(id: string) {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}

/** Asks before the page is left. There while something is unsaved and no longer: the router hears one of several that are there at once. */
function LeaveQuestion({ questions, shownBy }: { questions: readonly string[]; shownBy: readonly string[] }) {
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    const [now, then] = [new URLSearchParams(here.search), new URLSearchParams(next.search)];
    return here.pathname !== next.pathname || shownBy.some((name) => now.get(name) !== then.get(name));
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <LazyConfirmDialog isOpen={blocker.state === "blocked"} onConfirm={() => blocker.proceed?.()} onCancel={() => blocker.reset?.()}>
      {questions.map((question) => (
        <p key={question}>{question}</p>
      ))}
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
