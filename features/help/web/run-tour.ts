import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { driver, type PopoverDOM } from "driver.js";
import type { RoleName } from "#features/portal/contract.ts";
import { tours } from "../tours.ts";
import "#ui/button.css";
import "./tour.css";

/** driver.js knows only with the next frame what it marked last: whoever goes on before that would leave a mark behind. */
function unmarkAll() {
  for (const marked of document.querySelectorAll(".driver-active-element"))
    marked.classList.remove("driver-active-element", "driver-no-interaction");
}

/** The first element of a selector that can be seen. */
const seenAt = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility() && element.getClientRects().length > 0);

export interface Tour {
  readonly role: RoleName;
  /** The name of the step to begin with; the first where it is null, or not there any more. */
  readonly from: string | null;
  /** Told each step that is shown, and null once the tour was seen to its end. */
  readonly onStep: (name: string | null) => void;
  readonly onEnd: () => void;
}

/**
 * Shows the steps of a role's tour, one after another, over the screen. A step whose element is not there is left out. Returns a function that ends it.
 * driver.js draws and places the steps; here they get their words and keys, the focus goes in and back, and what it writes into the page for screen readers is set right.
 */
export function runTour({ role, from, onStep, onEnd }: Tour): () => void {
  const steps = tours[role].filter(({ at }) => seenAt(at));
  const cameFrom = document.activeElement;
  const own = ownAttributes();
  let shown = 0;
  let isOver = false;

  const end = (returnsFocus = true) => {
    if (isOver) return;
    isOver = true;
    document.removeEventListener("keydown", press, true);
    document.removeEventListener("focusin", look);
    tour.destroy();
    own.restore();
    if (returnsFocus) {
      const isThere = cameFrom instanceof HTMLElement && cameFrom !== document.body && cameFrom.isConnected;
      (isThere ? cameFrom : document.getElementById("page-title"))?.focus({ preventScroll: true });
    }
    onEnd();
  };
  const next = () => {
    // Steps are found by what elements say of themselves; driver.js lets them say it again only with the next frame.
    own.restore();
    if (tour.hasNextStep()) return tour.moveNext();
    onStep(null);
    end();
  };
  const back = () => {
    own.restore();
    if (tour.hasPreviousStep()) tour.movePrevious();
  };

  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isRightToLeft = getComputedStyle(document.documentElement).direction === "rtl";
    const act = {
      Escape: () => end(),
      ArrowRight: isRightToLeft ? back : next,
      ArrowLeft: isRightToLeft ? next : back,
    }[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    // The last step is left by its button alone.
    if (act !== next || tour.hasNextStep()) act();
  };
  // Something else opens over the page, such as the dialog for signing in again.
  const look = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest(".driver-popover")) end(false);
  };

  const tour = driver({
    steps: steps.map(({ at, title, text }, nth) => {
      const [step, count] = [i18n.number(nth + 1), i18n.number(steps.length)];
      return {
        element: () => seenAt(at) as HTMLElement,
        popover: { title: i18n._(title), description: i18n._(text), progressText: t`Step ${step} of ${count}` },
        onHighlightStarted: (element) => {
          unmarkAll();
          own.keep(element);
          shown = nth;
          onStep(steps[nth]?.name ?? null);
        },
        onHighlighted: own.restore,
      };
    }),
    animate: false,
    allowKeyboardControl: false,
    disableActiveInteraction: true,
    skipMissingElement: true,
    showProgress: true,
    overlayColor: "var(--backdrop)",
    overlayOpacity: 1,
    stagePadding: 4,
    stageRadius: 8,
    popoverOffset: 0,
    popoverClass: "ui-popover tour",
    nextBtnText: t`Next`,
    prevBtnText: t`Back`,
    doneBtnText: t`Done`,
    onPopoverRender: (popover) => dress(popover, shown === 0),
    overlayClickBehavior: () => end(),
    onCloseClick: () => end(),
    onNextClick: next,
    onPrevClick: back,
  });
  if (steps.length === 0) {
    onEnd();
    return () => undefined;
  }
  document.addEventListener("keydown", press, true);
  tour.drive(
    Math.max(
      0,
      steps.findIndex(({ name }) => name === from),
    ),
  );
  document.addEventListener("focusin", look);
  return () => end(false);
}

/**
 * driver.js says of what a step is about that it has opened a dialog, which it has not and which most elements cannot say, and removes that with the next step, also
 * from a button that said it by itself. This keeps what the elements say, and gives it back to them.
 */
function ownAttributes() {
  const names = ["aria-haspopup", "aria-expanded", "aria-controls"];
  const kept = new Map<Element, (string | null)[]>();
  return {
    keep(element: Element | undefined) {
      if (element && !kept.has(element))
        kept.set(
          element,
          names.map((name) => element.getAttribute(name)),
        );
    },
    restore() {
      for (const [element, values] of kept)
        for (const [nth, name] of names.entries()) {
          const value = values[nth] ?? null;
          if (value === null) element.removeAttribute(name);
          else element.setAttribute(name, value);
        }
    },
  };
}

/** Gives a step the look of our controls, and what screen readers say of it. */
function dress({ wrapper, title, footer, progress, nextButton, previousButton, closeButton }: PopoverDOM, isFirst: boolean) {
  wrapper.setAttribute("aria-modal", "true");
  progress.id = "tour-progress";
  wrapper.setAttribute("aria-describedby", "driver-popover-description tour-progress");
  title.setAttribute("role", "heading");
  title.setAttribute("aria-level", "2");
  footer.setAttribute("role", "presentation");
  const looks = [
    { button: nextButton, variant: "primary" },
    { button: previousButton, variant: "" },
    { button: closeButton, variant: "quiet" },
  ];
  for (const { button, variant } of looks) {
    button.classList.add("ui-button");
    button.dataset["size"] = "s";
    if (variant) button.dataset["variant"] = variant;
  }
  previousButton.hidden = isFirst;
  closeButton.dataset["iconOnly"] = "";
  closeButton.textContent = "×";
  closeButton.setAttribute("aria-label", t`End the tour`);
  // driver.js puts the focus on the first button; a step is read and then left for the next.
  queueMicrotask(() => nextButton.focus({ preventScroll: true }));
}
