import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Tag } from "#ui/tag.tsx";
import { toast } from "#ui/toast.ts";
import type { OfferedCategory } from "../shared-contract.ts";
import { useTakeCategory } from "./hooks.ts";
import "#ui/ordered-list.css";

const mostNames = 5;

/** The categories that other portals use and this one may take on. */
export default function OfferedCategories({ offered }: { offered: readonly OfferedCategory[] }) {
  const { t } = useLingui();
  const take = useTakeCategory();
  const takeOn = ({ id, name }: OfferedCategory) =>
    take.mutate(
      { sharedId: id, parentId: null },
      {
        onSuccess: () =>
          toast({
            tone: "success",
            title: t`“${name}” is used here now`,
            message: t`It stands at the end of the top level; move it where it belongs.`,
          }),
        onError: (error) => toast({ tone: "danger", title: t`“${name}” was not taken on`, message: error.message }),
      },
    );
  return (
    <Disclosure title={t`Shared categories to take on`} meta={offered.length} headingLevel={2}>
      <p className="muted">
        <Trans>These categories are the same in several portals. Which courses stand in them is up to each portal.</Trans>
      </p>
      <ul className="ui-ordered" aria-label={t`Shared categories to take on`}>
        {offered.map((one) => {
          const { id, name, description, names, below } = one;
          const more = below - mostNames;
          return (
            <li key={id} className="ui-ordered-row">
              <div className="category-text">
                <span className="category-name">
                  <bdi>{name}</bdi>
                  <Tag icon={Share2}>{t`Shared`}</Tag>
                </span>
                {description && <bdi className="muted small">{description}</bdi>}
                {names.length > 0 && (
                  <span className="muted small">
                    <bdi>{names.slice(0, mostNames).join(", ")}</bdi>
                    {more > 0 && ` ${t`${plural(more, { one: "and # more", other: "and # more" })}`}`}
                  </span>
                )}
              </div>
              <Button
                size="s"
                isPending={take.isPending && take.variables.sharedId === id}
                onPress={() => takeOn(one)}
                aria-label={t`Take on ${name}`}
              >
                <Trans>Take on</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}
