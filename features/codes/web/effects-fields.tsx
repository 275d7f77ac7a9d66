import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { Code } from "../contract.ts";
import { Effects, effectNames, type EffectName } from "../effects/effects.ts";
import type { Choices } from "./effect-editor.ts";
import { editorOf } from "./effect-editors.tsx";
import { GetsList } from "./gets-list.tsx";
import { previewQuery } from "./hooks.ts";
import { refusalOf } from "./refusal.ts";

type Props = {
  readonly value: Effects;
  readonly onChange: (value: Effects) => void;
  readonly choices: Choices;
  readonly names: Code["names"];
  /** By "effects" and "effects.courses". */
  readonly errors: Readonly<Record<string, string>>;
};

/** What a code gives: each kind on or off, with its fields, and what somebody gets by all of it. */
export function EffectsFields({ value, onChange, choices, names, errors }: Props) {
  const { t } = useLingui();
  const words: Record<EffectName, string> = {
    groups: t`Puts into groups`,
    fields: t`Fills in fields`,
    role: t`Gives a role`,
    courses: t`Enrols in courses`,
  };
  const change = (name: EffectName, effect: unknown) => onChange({ ...value, [name]: effect });
  return (
    <>
      {effectNames
        .filter((name) => value[name] !== undefined || editorOf(name).isOffered(choices))
        .map((name) => {
          const { Fields, begin } = editorOf(name);
          const effect = value[name];
          return (
            <div className="code-effect" key={name}>
              <Checkbox value={effect !== undefined} onChange={(isOn) => change(name, isOn ? begin : undefined)}>
                {words[name]}
              </Checkbox>
              {effect !== undefined && (
                <div className="code-effect-body">
                  <Fields
                    value={effect}
                    onChange={(next) => change(name, next)}
                    choices={choices}
                    names={names.filter((one) => one.effect === name)}
                    error={errors[`effects.${name}`]}
                  />
                </div>
              )}
            </div>
          );
        })}
      {errors["effects"] && (
        <p className="ui-error" role="alert">
          {errors["effects"]}
        </p>
      )}
      <Preview effects={value} />
    </>
  );
}

/** What a person gets by it, as soon as it is complete. */
function Preview({ effects }: { effects: Effects }) {
  const { t } = useLingui();
  const read = Effects.safeParse(effects);
  const isAny = read.success && Object.values(read.data).some((one) => one !== undefined);
  const { data, error } = useQuery({ ...previewQuery(read.success ? read.data : {}), enabled: isAny });
  if (!isAny) return null;
  if (error)
    return (
      <Banner tone="warning" role="status">
        {error instanceof CallError ? refusalOf(error) : error.message}
      </Banner>
    );
  return (
    data && (
      <section aria-label={t`A person using this gets`} className="stack-s">
        <p>
          <Trans>A person using this gets:</Trans>
        </p>
        <GetsList gets={data.gets} />
      </section>
    )
  );
}
