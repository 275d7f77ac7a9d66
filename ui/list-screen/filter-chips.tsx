import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../button.tsx";
import { chosenIn, nameIn } from "./filter-fields.tsx";
import type { ListFilter } from "./filter-fields.tsx";
import type { AnyListState } from "./use-list-state.ts";

/** A patch that clears the search and every filter. */
export const atRest = (list: AnyListState, filters: readonly ListFilter[]) => ({
  q: "",
  ...Object.fromEntries(filters.map(({ id }) => [id, list.shape.filters[id]?.none])),
});

interface Props {
  list: AnyListState;
  filters: readonly ListFilter[];
  /** Whether nothing was found: the message about that has the button that clears all. */
  isNothingFound: boolean;
}

/** The active search and filters as chips, each with a button that removes it, and a button that removes all. */
export function FilterChips({ list, filters, isNothingFound }: Props) {
  const { t } = useLingui();
  const words = list.state.q.trim();
  const chips = [
    ...(words ? [{ key: "q", label: t`Search: ${words}`, patch: { q: "" } as Record<string, unknown> }] : []),
    ...filters.flatMap((filter) =>
      chosenIn(list, filter.id).map((value) => {
        const whole = list.values[filter.id];
        const rest = Array.isArray(whole) ? whole.filter((one) => String(one) !== value) : list.shape.filters[filter.id]?.none;
        return { key: `${filter.id} ${value}`, label: nameIn(filter, value), patch: { [filter.id]: rest } };
      }),
    ),
  ];
  const row = useRef<HTMLUListElement>(null);
  const home = useRef<HTMLElement>(null);
  // The pressed button disappears: the focus moves to the next chip, and from the last one to the rows.
  function drop(patch: Record<string, unknown>, index: number) {
    home.current = row.current?.closest<HTMLElement>("[tabindex]") ?? null;
    row.current?.querySelectorAll("button")[index + 1]?.focus();
    list.change(patch);
  }
  const hasChips = chips.length > 0;
  useEffect(() => {
    if (hasChips || !home.current) return;
    if (document.activeElement === document.body) home.current.focus({ preventScroll: true });
    home.current = null;
  }, [hasChips]);
  if (!hasChips) return null;
  return (
    <ul ref={row} className="row ui-listing-chips" aria-label={t`Filters in force`}>
      {chips.map(({ key, label, patch }, index) => (
        <li key={key}>
          <Button size="s" iconEnd={X} onPress={() => drop(patch, index)} aria-label={t`Remove filter: ${label}`}>
            <bdi>{label}</bdi>
          </Button>
        </li>
      ))}
      {!isNothingFound && (
        <li>
          <Button size="s" variant="quiet" onPress={() => drop(atRest(list, filters), chips.length)}>
            <Trans>Clear filters</Trans>
          </Button>
        </li>
      )}
    </ul>
  );
}
