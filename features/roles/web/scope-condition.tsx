import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Condition, type Combined } from "#features/conditions/condition.ts";
import { ConditionBuilder } from "#features/conditions/web/condition-builder.tsx";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { Skeleton } from "#ui/skeleton.tsx";

type Props = { value: Combined; onChange: (condition: Combined) => void; error?: string | undefined };

/** The condition that people fit whom a role reaches, and the sentence that it makes. */
export default function ScopeCondition({ value, onChange, error }: Props) {
  const choices = useQuery(choicesQuery);
  const tell = useConditionWords(choices.data);
  const read = Condition.safeParse(value);
  const sentence = read.success && value.of.length > 0 ? tell(read.data) : "";
  if (choices.isPending) return <Skeleton count={2} />;
  if (choices.isError)
    return (
      <p className="ui-error" role="alert">
        <Trans>The choices could not be loaded. Close this and try again.</Trans>
      </p>
    );
  return (
    <div className="stack">
      <ConditionBuilder value={value} onChange={onChange} choices={choices.data} />
      {sentence && (
        <p className="cond-words">
          <Trans>
            Everybody who <bdi>{sentence}</bdi>.
          </Trans>
        </p>
      )}
      {error && (
        <p className="ui-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
