import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { DateField } from "#ui/date-field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Groups } from "../../publish-contract.ts";
import type { Move } from "../../scheduled.ts";
import { useMoveEffects, useMoveNames } from "./use-move-words.ts";

interface MoveFieldsProps {
  readonly groups: Groups;
  readonly move: Move;
  readonly onChange: (move: Move) => void;
  /** Asks about both groups, although nobody may be in one of them now. */
  readonly asksAll: boolean;
  /** What was wrong with the day until which it is to be done again. */
  readonly dayError: string | undefined;
}

/** What becomes of the people in a course: one choice for each group, with what it does to how many of them (EDT-8). */
export function MoveFields({ groups, move, onChange, asksAll, dayError }: MoveFieldsProps) {
  const { t, i18n } = useLingui();
  const names = useMoveNames();
  const effects = useMoveEffects();
  const [begun, ended] = [effects.inProgress(groups.inProgress), effects.completed(groups.completed)];
  const [inProgress, completed] = [i18n.number(groups.inProgress), i18n.number(groups.completed)];
  const options = <Id extends string>(ids: readonly Id[], words: Readonly<Record<Id, string>>, what: Readonly<Record<Id, string>>) =>
    ids.map((id) => ({ id, label: words[id], description: what[id] }));
  return (
    <>
      <div className="ui-field">
        <span className="ui-label">
          <Trans>Not started</Trans> <span className="ui-label-note num">({i18n.number(groups.notStarted)})</span>
        </span>
        <p className="small">
          <Plural
            value={groups.notStarted}
            _0="Nobody is waiting to start. Whoever comes gets the new version."
            one="# person has not started and gets the new version."
            other="# people have not started and get the new version."
          />
        </p>
      </div>
      {(asksAll || groups.inProgress > 0) && (
        <RadioGroup
          label={t`In progress (${inProgress})`}
          options={options(["finish", "move", "restart"], names.inProgress, begun)}
          value={move.inProgress}
          onChange={(next) => onChange({ ...move, inProgress: next })}
        />
      )}
      {(asksAll || groups.completed > 0) && (
        <RadioGroup
          label={t`Completed (${completed})`}
          options={options(["leave", "equivalent", "retake"], names.completed, ended)}
          value={move.completed}
          onChange={(next) => onChange({ ...move, completed: next })}
        />
      )}
      {(asksAll || groups.completed > 0) && move.completed === "retake" && (
        <DateField
          label={t`Do it again by`}
          isOptional
          description={t`Until the end of that day, in the portal's time zone. Without a day, due dates stay as they are.`}
          value={move.retakeBy ?? ""}
          onChange={(day) => onChange({ ...move, retakeBy: day || null })}
          error={dayError}
        />
      )}
    </>
  );
}
