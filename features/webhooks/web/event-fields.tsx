import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { eventGroups, type EventChoice } from "../contract.ts";
import { useWebhookWords } from "./use-webhook-words.ts";

type Props = {
  choices: readonly EventChoice[];
  /** Null: all events. */
  value: readonly string[] | null;
  onChange: (events: string[] | null) => void;
  error?: string | undefined;
};

/** Which events a webhook takes: all, or some of each group. */
export function EventFields({ choices, value, onChange, error }: Props) {
  const { t } = useLingui();
  const words = useWebhookWords();
  return (
    <>
      <RadioGroup
        label={t`Events`}
        options={[
          { id: "all", label: t`All events`, description: t`Those of later versions too.` },
          { id: "some", label: t`Some events` },
        ]}
        value={value === null ? "all" : "some"}
        onChange={(id) => onChange(id === "all" ? null : [])}
        {...(error !== undefined && { error })}
      />
      {value !== null &&
        eventGroups.map((group) => {
          const own = choices.filter((one) => one.group === group);
          const names = own.map(({ event }) => event);
          const others = value.filter((name) => !names.includes(name));
          const areAll = names.every((name) => value.includes(name));
          const name = words.group[group];
          return (
            <div key={group} className="webhook-events">
              <CheckboxGroup
                label={name}
                options={own.map(({ event, title }) => ({ id: event, label: title }))}
                value={value.filter((one) => names.includes(one))}
                onChange={(chosen) => onChange([...others, ...chosen])}
              />
              <Button
                size="s"
                aria-label={areAll ? t`None of these: ${name}` : t`All of these: ${name}`}
                onPress={() => onChange(areAll ? others : [...others, ...names])}
              >
                {areAll ? <Trans>None of these</Trans> : <Trans>All of these</Trans>}
              </Button>
            </div>
          );
        })}
    </>
  );
}
