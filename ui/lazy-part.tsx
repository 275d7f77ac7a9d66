import { useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { Button } from "./button.tsx";
import "./lazy-part.css";

type Extra = {
  /** Shown in place of a part of the page while its code loads. */
  meanwhile?: ReactNode;
  /** For what opens over the page: closes it again when its code cannot be loaded. The failure is then shown over the page too. */
  onGiveUp?: () => void;
};
export type LazyPart<Props> = ((props: Props & Extra) => ReactNode) & {
  fetchAhead: () => Promise<void>;
  /** The same for whoever points at what opens it: what fails is asked for again by the press. */
  want: () => void;
};

/**
 * A part of a screen whose code is loaded when it is first shown, or prefetched (use-fetch-ahead.ts). When the code
 * cannot be loaded, an error with a retry button is shown in its place.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetchAhead = async () => {
    Loaded ??= (await load()).default;
  };
  function Part({ meanwhile = null, onGiveUp, ...props }: Props & Extra): ReactNode {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0);
    const [failures, setFailures] = useState(0);
    useEffect(() => {
      if (!Loaded) void fetchAhead().then(draw, () => setFailures(attempt + 1));
    }, [attempt]);
    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    const isLoading = attempt >= failures;
    // Over the page, the error closes during a retry, and the focus returns to the opener, from where the part takes it when it opens.
    if (failures === 0 || (onGiveUp && isLoading)) return meanwhile;
    // When the server answers but does not have this code, it runs a newer release: offer to reload.
    const failure = <Failure canReload={failures > 1 && navigator.onLine} isLoading={isLoading} onRetry={tryAgain} />;
    return onGiveUp ? <FailureOver onClose={onGiveUp}>{failure}</FailureOver> : failure;
  }
  return Object.assign(Part, { fetchAhead, want: () => void fetchAhead().catch(() => undefined) });
}

function Failure({ canReload, isLoading, onRetry }: { canReload: boolean; isLoading: boolean; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className="ui-part-failure">
      <ErrorState
        title={t`This part could not be loaded`}
        safe={t`What you did so far is kept.`}
        next={canReload ? t`Try again, or reload the page.` : t`Check your connection, then try again.`}
        onRetry={onRetry}
        isRetrying={isLoading}
      />
      {canReload && <Button onPress={() => location.reload()}>{t`Reload`}</Button>}
    </div>
  );
}

/** Shows the failure in a native dialog, since the code of our own dialog may be what is missing. */
function FailureOver({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    const tell = () => latest.current();
    element?.addEventListener("close", tell);
    element?.showModal();
    return () => {
      element?.removeEventListener("close", tell);
      // close() returns the focus to the opener; removing the element would not.
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} className="ui-part-failure-over" aria-label={t`This part could not be loaded`}>
      {children}
      <Button onPress={() => dialog.current?.close()}>{t`Close`}</Button>
    </dialog>
  );
}
