import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil, X } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { Condition } from "#features/conditions/condition.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { fieldId, messageIn, type EditorControl } from "../editor-values.ts";
import { startChoicesQuery } from "../team-hooks.ts";

const ConditionDialog = lazyPart(() => import("#features/conditions/web/condition-dialog.tsx"));

/** What whoever begins a course fits besides the courses to complete first: a condition in words, put together in a dialog (CAT-4). */
export default function StartField({ control, courseId }: { control: EditorControl; courseId: number }) {
  const { t } = useLingui();
  const id = useId();
  const { field, fieldState } = useController({ control, name: "startCondition" });
  const [isOpen, setOpen] = useState(false);
  const isKept = field.value === "kept";
  const condition = isKept ? null : (field.value as Condition | null);
  const error = messageIn(fieldState.error);
  return (
    <div className="stack-s" role="group" aria-labelledby={id} id={fieldId("startCondition")} tabIndex={-1}>
      <span className="ui-label" id={id}>
        <Trans>Who may begin</Trans>
      </span>
      {isKept ? (
        <p>
          <Trans>Whoever fits a condition about something that you do not see, or that is not there any more. It stays as it is.</Trans>
        </p>
      ) : condition ? (
        <Words condition={condition} courseId={courseId} />
      ) : (
        <p>
          <Trans>Everybody who has the course.</Trans>
        </p>
      )}
      <p className="ui-hint">
        <Trans>Others see what is missing, as far as it is not hidden from them. Who has already begun goes on.</Trans>
      </p>
      <span className="row">
        <Button size="s" icon={Pencil} onPress={() => setOpen(true)}>
          {field.value === null ? t`Set a condition` : isKept ? t`Set another condition` : t`Change the condition`}
        </Button>
        {field.value !== null && (
          <Button size="s" variant="quiet" icon={X} onPress={() => field.onChange(null)}>
            <Trans>Remove the condition</Trans>
          </Button>
        )}
      </span>
      {error && (
        <p className="ui-error" role="alert">
          {error}
        </p>
      )}
      {isOpen && (
        <ConditionDialog
          title={t`Who may begin`}
          condition={condition}
          ask={startChoicesQuery(courseId)}
          onApply={field.onChange}
          onClose={() => setOpen(false)}
          onGiveUp={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function Words({ condition, courseId }: { condition: Condition; courseId: number }) {
  const { t } = useLingui();
  const choices = useQuery(startChoicesQuery(courseId));
  const sentence = useConditionWords(choices.data)(condition);
  if (choices.isPending) return <Skeleton />;
  if (choices.isError) return <ErrorState title={t`The choices could not be loaded`} onRetry={() => void choices.refetch()} />;
  return (
    <p>
      <Trans>
        Everybody who <bdi>{sentence}</bdi>.
      </Trans>
    </p>
  );
}
