import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { mostSeats, type Seats } from "../contract.ts";
import { seatsQuery, useSaveSeats } from "./hooks.ts";
import { SeatNotice } from "./seat-notice.tsx";
import { useSeatWords } from "./use-seat-words.ts";
import "./seat-cap.css";

/** How many people can be active in the portal that one is in: shown where there is a limit, and set here by system admins. */
export function SeatCap() {
  const { data } = useQuery(seatsQuery);
  const { seats = null, canChange = false } = data ?? {};
  return !seats || (seats.cap === null && !canChange) ? null : <SeatsCard seats={seats} canChange={canChange} />;
}

/** The seats of a portal. onSaved: called once their number was set. */
export function SeatsCard({ seats, canChange, onSaved }: { seats: Seats; canChange: boolean; onSaved?: () => unknown }) {
  const { t } = useLingui();
  const words = useSeatWords();
  const { used, cap } = seats;
  return (
    <section className="card seat-cap" aria-labelledby="seat-cap">
      <h2 id="seat-cap">
        <Trans>Seats</Trans>
      </h2>
      <p className="muted">
        <Trans>Everybody who is active takes a seat. Who is deactivated, merged or erased takes none.</Trans>
      </p>
      {cap !== null && <Progress label={t`Seats taken`} value={used} max={cap} text={words(seats)} />}
      <p>{words(seats)}</p>
      <SeatNotice seats={seats} />
      {canChange ? (
        <CapField key={cap} seats={seats} onSaved={onSaved} />
      ) : (
        <p className="muted">
          <Trans>Whoever runs this installation sets how many there are.</Trans>
        </p>
      )}
    </section>
  );
}

function CapField({ seats: { portalId, used, cap }, onSaved }: { seats: Seats; onSaved: (() => unknown) | undefined }) {
  const { t, i18n } = useLingui();
  const save = useSaveSeats();
  const [typed, setTyped] = useState(cap === null ? "" : String(cap));
  const [isTried, setTried] = useState(false);
  const next = typed.trim() === "" ? null : Number(typed);
  const isWrong = next !== null && !(Number.isInteger(next) && next >= 1 && next <= mostSeats);
  const refusal = save.error instanceof CallError ? save.error.message : undefined;
  const over = i18n.number(used);
  const error = isTried && isWrong ? t`Enter a whole number of seats, or nothing for no limit.` : refusal;
  return (
    <form
      className="seat-cap-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isWrong)
          save.mutate(
            { portalId, cap: next },
            {
              onSuccess: () => {
                toast({ tone: "success", title: t`The number of seats was saved` });
                void onSaved?.();
              },
            },
          );
      }}
    >
      <TextField
        id="seat-cap-value"
        label={t`Number of seats`}
        description={
          next !== null && !isWrong && next < used
            ? t`${over} people are active. They all stay, and nobody new comes in until fewer are.`
            : t`Leave it empty for no limit.`
        }
        error={error}
        value={typed}
        onChange={setTyped}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" variant="primary" isPending={save.isPending} pendingLabel={t`Saving`}>
        <Trans>Save the number of seats</Trans>
      </Button>
    </form>
  );
}
