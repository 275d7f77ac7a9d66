import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Seats } from "../contract.ts";

/** Returns a function that says in a sentence how many seats are taken and left. */
export function useSeatWords(): (seats: Pick<Seats, "used" | "cap">) => string {
  const { t, i18n } = useLingui();
  return ({ used, cap }) => {
    const taken = i18n.number(used);
    if (cap === null)
      return t`${plural(used, { one: "# person is active. There is no limit.", other: "# people are active. There is no limit." })}`;
    const most = i18n.number(cap);
    const left = cap - used;
    if (left > 0) return t`${taken} of ${most} seats are taken, ${plural(left, { one: "# is left", other: "# are left" })}.`;
    return t`${taken} of ${most} seats are taken, so nobody new can be added.`;
  };
}
