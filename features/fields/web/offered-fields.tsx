import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Tag } from "#ui/tag.tsx";
import { toast } from "#ui/toast.ts";
import type { OfferedField } from "../shared-contract.ts";
import { useRetireField, useTakeField } from "./hooks.ts";
import { useKindWords } from "./use-kind-words.ts";

const mostNames = 5;

/** The fields that other portals use and this one may take on. */
export function OfferedFields({ offered, canChange }: { offered: readonly OfferedField[]; canChange: boolean }) {
  const { t } = useLingui();
  const kinds = useKindWords();
  const take = useTakeField();
  const retire = useRetireField();
  const takeOn = ({ id, name }: OfferedField) =>
    take.mutate(id, {
      onSuccess: (field) =>
        toast({
          tone: "success",
          title: t`“${name}” is used here now`,
          action: {
            label: t`Undo`,
            onPress: () => retire.mutate({ params: { fieldId: field.id }, body: { isRetired: true } }),
          },
        }),
      onError: (error) =>
        toast({
          tone: "danger",
          title: t`“${name}” was not taken on`,
          message: error instanceof CallError ? (error.errors[0]?.message ?? error.message) : t`Try again in a moment.`,
        }),
    });
  return (
    <Disclosure title={t`Shared fields to take on`} meta={offered.length} headingLevel={2}>
      <p className="muted">
        <Trans>These fields are defined for several portals. What you enter in them stays in this portal.</Trans>
      </p>
      <ul className="ui-ordered" aria-label={t`Shared fields to take on`}>
        {offered.map((field) => {
          const { id, kind, name, help, options } = field;
          const more = options.length - mostNames;
          return (
            <li key={id} className="ui-ordered-row">
              <div className="field-row-text">
                <bdi className="field-name">{name}</bdi>
                <span className="row">
                  <Tag icon={kinds[kind].icon}>{kinds[kind].label}</Tag>
                  <Tag icon={Share2}>{t`Shared`}</Tag>
                </span>
                {help && <bdi className="muted small">{help}</bdi>}
                {options.length > 0 && (
                  <span className="muted small">
                    <bdi>{options.slice(0, mostNames).join(", ")}</bdi>
                    {more > 0 && ` ${t`${plural(more, { one: "and # more", other: "and # more" })}`}`}
                  </span>
                )}
              </div>
              <div className="row ui-ordered-actions">
                {canChange && (
                  <Button size="s" aria-label={t`Take on ${name}`} isDisabled={take.isPending} onPress={() => takeOn(field)}>
                    <Trans>Take on</Trans>
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}
