import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Environment, RoleName } from "#features/portal/contract.ts";
import { patchEnvironment, writeEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import { atRest } from "#ui/at-rest.ts";
import { toast } from "#ui/toast.ts";
import { noteTour } from "../tour-contract.ts";

/** What lies over the page; a tour begins when nothing does. */
const layers = ".ui-backdrop, .ui-popover, dialog[open]";

/** How long nothing has to lie over the page before a tour is offered, in ms. */
const waitMs = 1000;

const parameter = "retakeTour";
/** The address of the tour on a dashboard. */
export const tourAt = (home: string | undefined): string => `${home}?${parameter}=true`;

/** Where this tab keeps the step at which somebody left a tour. */
const placeOf = (userId: number, role: RoleName) => `tour-${userId}-${role}`;

function keepStep(place: string, step: string | null) {
  try {
    if (step === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, step);
  } catch {
    // Without storage nobody is asked to go on.
  }
}

function keptStep(place: string): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * The tour of the current role (capabilities.md HELP-2): offered once on the first visit of its dashboard, or at once where the address asks for it. home: the
 * address of that dashboard, without /v. Who left a tour is asked in the same tab whether to go on.
 */
export function useTour({ User, Preferences }: Environment, home: string | undefined): void {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const role = User.CurrentRole.Name;
  const place = placeOf(User.Id, role);
  const isHome = pathname === home;
  const query = new URLSearchParams(search);
  const isAsked = isHome && query.get(parameter) === "true";
  /** The tour that runs or is about to: its first step, null for the beginning. */
  const [wanted, setWanted] = useState<{ from: string | null } | null>(null);
  if (isAsked && !wanted) setWanted({ from: null });
  if (wanted && !isHome) setWanted(null);
  const closeOffer = useRef<() => void>(null);

  const noteOffer = () => {
    if (Preferences.Tours.includes(role)) return;
    patchEnvironment(client, (known) => ({ ...known, Preferences: { ...known.Preferences, Tours: [...known.Preferences.Tours, role] } }));
    // Where it is not kept, the tour is offered once more.
    void writeEnvironment(() => call(noteTour, { body: { role } })).catch(() => undefined);
  };

  const settle = useEffectEvent(() => {
    query.delete(parameter);
    const address = { pathname, search: query.toString() };
    void navigate(address, { replace: true, state: { staysHere: true, keepFocus: true }, preventScrollReset: true });
  });
  useEffect(() => {
    if (isAsked) settle();
  }, [isAsked]);

  const offer = useEffectEvent(() => {
    const left = keptStep(place);
    if (wanted || (left === null && Preferences.Tours.includes(role))) return;
    noteOffer();
    keepStep(place, null);
    closeOffer.current = toast({
      tone: "neutral",
      title: left === null ? t`Would you like a short tour?` : t`Would you like to go on with the tour?`,
      message: t`You find it later in the account menu.`,
      action: { label: left === null ? t`Take the tour` : t`Go on`, onPress: () => setWanted({ from: left }) },
    });
  });
  useEffect(() => {
    if (!isHome) return;
    let timer: ReturnType<typeof setTimeout>;
    // What opens by itself, such as an announcement, is read first: the offer would lie over its buttons on a phone.
    const wait = () => void (timer = setTimeout(() => (document.querySelector(layers) ? wait() : offer()), waitMs));
    const cancel = atRest(wait);
    return () => {
      cancel();
      clearTimeout(timer);
      closeOffer.current?.();
    };
  }, [isHome, role]);

  const run = useEffectEvent(async (isOff: () => boolean) => {
    noteOffer();
    closeOffer.current?.();
    const { runTour } = await import("./run-tour.ts");
    // What opened it, such as a menu, closes and gives the focus back first.
    while (document.querySelector(layers) && !isOff()) await new Promise((done) => setTimeout(done, 100));
    if (isOff()) return;
    return runTour({ role, from: wanted?.from ?? null, onStep: (step) => keepStep(place, step), onEnd: () => setWanted(null) });
  });
  useEffect(() => {
    if (!wanted || !isHome) return;
    let isOff = false;
    let end: (() => void) | undefined;
    const cancel = atRest(() => {
      run(() => isOff).then(
        (stop) => {
          end = stop;
          if (isOff) stop?.();
        },
        () => setWanted(null),
      );
    });
    return () => {
      isOff = true;
      cancel();
      end?.();
    };
  }, [wanted, isHome, role]);
}
