import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Asterisk, EyeOff, Fingerprint, Lock, LogIn, Share2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Tag } from "#ui/tag.tsx";
import type { ListedField } from "../contract.ts";
import { fieldKinds } from "../kinds.ts";
import { useAccessWords } from "./use-access-words.ts";
import { useKindWords } from "./use-kind-words.ts";

export type Open = { readonly what: "form" | "values"; readonly fieldId: number | null } | null;
export type RowsProps = { fields: readonly ListedField[]; canChange: boolean; onOpen: (open: Open) => void; isOrdered?: boolean };

/** What a field is; its name opens its form where it can be changed. */
export function FieldText({ field, onOpen }: { field: ListedField; onOpen: RowsProps["onOpen"] | null }) {
  const { t } = useLingui();
  const kinds = useKindWords();
  const { icon, label } = kinds[field.kind];
  return (
    <div className="field-row-text">
      {onOpen ? (
        <button type="button" className="field-name" onClick={() => onOpen({ what: "form", fieldId: field.id })}>
          <bdi>{field.name}</bdi>
        </button>
      ) : (
        <bdi className="field-name">{field.name}</bdi>
      )}
      <span className="row">
        <Tag icon={icon}>{label}</Tag>
        {field.follows && <Tag icon={Share2}>{t`Shared`}</Tag>}
        {field.isRequired && <Tag icon={Asterisk}>{t`Required`}</Tag>}
        {field.isAskedAtSignIn && <Tag icon={LogIn}>{t`Required at sign-in`}</Tag>}
        {field.isUnique && <Tag icon={Fingerprint}>{t`Unique`}</Tag>}
        {field.isSensitive && <Tag icon={EyeOff}>{t`Sensitive`}</Tag>}
        {field.source !== "local" && <Tag icon={Lock}>{t`Filled in elsewhere`}</Tag>}
        <span className="muted small num">
          {field.subject === "course"
            ? t`${plural(field.people, { one: "# course", other: "# courses" })}`
            : t`${plural(field.people, { one: "# person", other: "# people" })}`}
        </span>
      </span>
      <Accesses field={field} />
    </div>
  );
}

/** Opens the values of a field that has a list of them. */
export function ValuesButton({ field: { id, name, kind }, onOpen }: { field: ListedField; onOpen: RowsProps["onOpen"] }) {
  const { t } = useLingui();
  if (!fieldKinds[kind].options) return null;
  return (
    <Button size="s" aria-label={t`Values of ${name}`} onPress={() => onOpen({ what: "values", fieldId: id })}>
      <Trans>Values</Trans>
    </Button>
  );
}

/** Who sees and edits the values, in one line. */
function Accesses({ field }: { field: ListedField }) {
  const { t } = useLingui();
  const words = useAccessWords();
  const own = words[field.ownAccess];
  const managers = words[field.managerAccess];
  const authors = words[field.authorAccess];
  if (field.subject === "course")
    return <span className="muted small">{t`Learners: ${own} · Managers: ${managers} · Authors: ${authors}`}</span>;
  return <span className="muted small">{t`The person: ${own} · Managers: ${managers} · Authors: ${authors}`}</span>;
}
