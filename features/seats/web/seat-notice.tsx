import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "#ui/banner.tsx";
import type { Seats } from "../contract.ts";
import { leftOf, levelOf } from "../levels.ts";
import { seatsQuery } from "./hooks.ts";
import { useSeatWords } from "./use-seat-words.ts";

/** From 80 per cent on, how many seats are taken and what to do. */
export function SeatNotice({ seats }: { seats: Seats | null | undefined }) {
  const { t } = useLingui();
  const words = useSeatWords();
  if (!seats || levelOf(seats) === 0) return null;
  return (
    <Banner tone={leftOf(seats) === 0 ? "danger" : "warning"} title={words(seats)}>
      <p>{t`Deactivate people who have left, or ask whoever runs this installation for more seats.`}</p>
    </Banner>
  );
}

/** The same for who adds people, asked for where it stands; also where what is about to be done takes more seats than are left. */
export function SeatsLeft({ needed = 1 }: { needed?: number }) {
  const { seats } = useQuery(seatsQuery).data ?? {};
  const { t, i18n } = useLingui();
  if (!seats) return null;
  const left = leftOf(seats);
  if (left === null || left === 0 || left >= needed) return <SeatNotice seats={seats} />;
  const many = i18n.number(needed);
  return (
    <Banner
      tone="warning"
      title={t`${plural(left, { one: "# seat is left", other: "# seats are left" })}, and ${many} people would need one`}
    >
      <p>{t`Deactivate people who have left, or ask whoever runs this installation for more seats.`}</p>
    </Banner>
  );
}
