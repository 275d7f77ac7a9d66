import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { Controller } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { EditorControl, EditorValues } from "../editor-values.ts";
import { fieldId, messageIn } from "../editor-values.ts";
import { DecimalField } from "./decimal-field.tsx";

const mostKinds = 10;
type Credit = EditorValues["credits"][number];

/** What completing the course is worth, by kinds of credit that the portal's people know (DET-4). */
export function CreditsField({ control }: { control: EditorControl }) {
  const { t } = useLingui();
  return (
    <Controller
      control={control}
      name="credits"
      render={({ field: { value, onChange }, fieldState: { error } }) => {
        const put = (at: number, part: Partial<Credit>) => onChange(value.map((one, nth) => (nth === at ? { ...one, ...part } : one)));
        const wrong = (error ?? []) as Partial<Record<number, Partial<Record<keyof Credit, unknown>>>>;
        return (
          <div role="group" aria-labelledby="editor-credits-title" className="stack-s" id={fieldId("credits")} tabIndex={-1}>
            <span className="ui-label" id="editor-credits-title">
              <Trans>Credits</Trans>{" "}
              <span className="ui-label-note">
                <Trans>(optional)</Trans>
              </span>
            </span>
            {value.map((credit, at) => {
              const number = at + 1;
              return (
                // A credit has no id; its position identifies it.
                <div key={at} className="editor-credit">
                  <TextField
                    label={t`Kind of credit ${number}`}
                    description={at === 0 ? t`Like CPD hours or ECTS.` : undefined}
                    maxLength={60}
                    autoComplete="off"
                    value={credit.kind}
                    onChange={(kind) => put(at, { kind })}
                    error={messageIn(wrong[at]?.kind)}
                  />
                  <DecimalField
                    label={t`Amount ${number}`}
                    value={credit.amount}
                    onChange={(amount) => put(at, { amount: amount ?? Number.NaN })}
                    error={messageIn(wrong[at]?.amount)}
                  />
                  <IconButton
                    label={t`Remove credit ${number}`}
                    icon={Trash2}
                    onPress={() => onChange(value.filter((_, nth) => nth !== at))}
                  />
                </div>
              );
            })}
            {value.length < mostKinds && (
              <div>
                <Button size="s" icon={Plus} onPress={() => onChange([...value, { kind: "", amount: 1 }])}>
                  <Trans>Add a kind of credit</Trans>
                </Button>
              </div>
            )}
          </div>
        );
      }}
    />
  );
}
