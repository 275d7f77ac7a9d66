import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Archive, ArchiveRestore, Merge, Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import { atOnce } from "#features/jobs/contract.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { Time } from "#ui/time.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { ListedField } from "../contract.ts";
import type { FieldOption } from "../definition.ts";
import { optionName } from "../option-names.ts";
import { useAddOptions, useMergeOptions, useOrderOptions, useSaveOption } from "./hooks.ts";
import { messagesOf } from "./messages-of.ts";
import { useMergeUndo } from "./use-merge-undo.ts";

type Doing = { readonly what: "rename" | "merge"; readonly option: FieldOption } | null;

/** The values of a field's list: added, renamed, put in order, merged, retired and brought back (FLD-3). */
export default function ListValues({ field, isLocked, onClose }: { field: ListedField; isLocked: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [doing, setDoing] = useState<Doing>(null);
  const countWords = (count: number) =>
    field.subject === "course"
      ? t`${plural(count, { one: "# course", other: "# courses" })}`
      : t`${plural(count, { one: "# person", other: "# people" })}`;
  const save = useSaveOption();
  const order = useOrderOptions();
  const { undo, isPending } = useMergeUndo(field);
  const { name } = field;
  const rows = inOrder(field.options);
  const fieldId = field.id;
  const mergeOf = (option: FieldOption) => field.merges.findLast(({ optionId }) => optionId === option.id);

  function move(option: FieldOption, step: -1 | 1) {
    const twins = field.options.filter((one) => one.parentId === option.parentId && !one.isRetired);
    const other = twins[twins.indexOf(option) + step];
    if (!other) return;
    const ids = field.options.map(({ id }) => (id === option.id ? other.id : id === other.id ? option.id : id));
    const moved = option.name;
    const place = twins.indexOf(other) + 1;
    const total = twins.length;
    order.mutate({ params: { fieldId }, body: { ids } }, { onSuccess: () => announce(t`${moved}: place ${place} of ${total}`) });
  }
  const errors = messagesOf(save.error ?? order.error);

  return (
    <Dialog
      title={t`Values of ${name}`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="half"
      footer={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <div className="stack">
        {Object.values(errors)[0] && <Banner tone="danger" title={Object.values(errors)[0] ?? ""} />}
        <ul className="field-values">
          {rows.map(({ option, depth }) => (
            <li
              key={option.id}
              id={rowId(option)}
              tabIndex={-1}
              className="field-value"
              data-retired={option.isRetired || undefined}
              style={{ "--depth": depth } as object}
            >
              <span className="field-value-name">
                <bdi>{option.name}</bdi>
                <span className="muted small num">
                  {option.isRetired && option.mergedInto !== null
                    ? t`merged into ${optionName(option.mergedInto, field.options)}`
                    : option.isRetired
                      ? t`retired`
                      : null}{" "}
                  {countWords(field.optionPeople[String(option.id)] ?? 0)}
                </span>
                {!isLocked && mergeOf(option) && (
                  <span className="muted small">
                    <Trans>
                      can be undone until <Time instant={mergeOf(option)?.undoUntil ?? ""} />
                    </Trans>
                  </span>
                )}
              </span>
              {!isLocked && (
                <span className="row">
                  {mergeOf(option) && (
                    <Button
                      size="s"
                      icon={Undo2}
                      aria-label={t`Undo merge: ${option.name}`}
                      isPending={isPending}
                      onPress={() => void undo(option, mergeOf(option)?.id ?? 0).then(() => focusRow(option))}
                    >
                      <Trans>Undo merge</Trans>
                    </Button>
                  )}
                  {!option.isRetired && (
                    <>
                      <IconButton size="s" icon={ArrowUp} label={t`Move up: ${option.name}`} onPress={() => move(option, -1)} />
                      <IconButton size="s" icon={ArrowDown} label={t`Move down: ${option.name}`} onPress={() => move(option, 1)} />
                      <IconButton
                        size="s"
                        icon={Pencil}
                        label={t`Rename ${option.name}`}
                        onPress={() => setDoing({ what: "rename", option })}
                      />
                      <IconButton
                        size="s"
                        icon={Merge}
                        label={t`Merge ${option.name} into another`}
                        onPress={() => setDoing({ what: "merge", option })}
                      />
                    </>
                  )}
                  <IconButton
                    size="s"
                    icon={option.isRetired ? ArchiveRestore : Archive}
                    label={option.isRetired ? t`Bring back ${option.name}` : t`Retire ${option.name}`}
                    onPress={() =>
                      save.mutate({ params: { fieldId, optionId: option.id }, body: { name: option.name, isRetired: !option.isRetired } })
                    }
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
        {rows.length === 0 && <p className="muted">{t`This list has no values yet.`}</p>}
        {doing && (
          <Change key={`${doing.what}${doing.option.id}`} field={field} doing={doing} onDone={() => setDoing(null)} onMerged={focusRow} />
        )}
        {isLocked && <p className="muted">{t`Several portals share this list, so only system admins change it.`}</p>}
        {!doing && !isLocked && <AddValues field={field} />}
      </div>
    </Dialog>
  );
}

const rowId = ({ id }: FieldOption) => `field-value-${id}`;
/** Moves the focus to the row of a value, whose button is gone. */
const focusRow = (option: FieldOption) => document.getElementById(rowId(option))?.focus();

/** Renames a value or merges it into another. */
function Change({
  field,
  doing,
  onDone,
  onMerged,
}: {
  field: ListedField;
  doing: NonNullable<Doing>;
  onDone: () => void;
  onMerged: (option: FieldOption) => void;
}) {
  const { t } = useLingui();
  const save = useSaveOption();
  const merge = useMergeOptions();
  const { offer } = useMergeUndo(field);
  const { option } = doing;
  const [name, setName] = useState(option.name);
  const [into, setInto] = useState<string | null>(null);
  const isRename = doing.what === "rename";
  const params = { fieldId: field.id, optionId: option.id };
  const errors = messagesOf(save.error ?? merge.error);
  const { sharing, subject } = field;
  const people = (sharing ?? field).optionPeople[String(option.id)] ?? 0;
  const portals = sharing?.portals ?? 1;
  const old = option.name;
  return (
    <form
      className="form field-change"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRename) save.mutate({ params, body: { name, isRetired: false } }, { onSuccess: onDone });
        else
          merge.mutate(
            { params, body: { into: Number(into ?? 0) } },
            {
              onSuccess: ({ mergeId }) => {
                offer(option, optionName(Number(into), field.options), mergeId);
                onDone();
                onMerged(option);
              },
            },
          );
      }}
    >
      {isRename ? (
        <TextField
          label={t`New name of ${old}`}
          description={t`Everybody keeps the value, and imports still understand the old name.`}
          value={name}
          onChange={setName}
          error={errors["name"] ?? errors[""]}
          autoFocus
          maxLength={120}
        />
      ) : (
        <ComboBox
          label={t`Merge ${old} into`}
          description={[
            subject === "course"
              ? t`${plural(people, { one: "# course gets", other: "# courses get" })} the other value in its place. It can be undone for 7 days.`
              : t`${plural(people, { one: "# person gets", other: "# people get" })} the other value in its place. Imports understand both names. It can be undone for 7 days.`,
            portals > 1 && t`This counts the ${plural(portals, { other: "# portals" })} that share the list.`,
            people > atOnce && t`This runs in the background.`,
          ]
            .filter(Boolean)
            .join(" ")}
          options={field.options
            .filter((one) => one.id !== option.id && !one.isRetired)
            .map(({ id }) => ({ id: String(id), label: optionName(id, field.options) }))}
          value={into}
          onChange={setInto}
          error={errors["into"] ?? errors[""]}
        />
      )}
      <div className="row">
        <Button variant="primary" type="submit" isPending={save.isPending || merge.isPending}>
          {isRename ? t`Rename` : t`Merge`}
        </Button>
        <Button onPress={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

function AddValues({ field }: { field: ListedField }) {
  const { t } = useLingui();
  const add = useAddOptions();
  const [text, setText] = useState("");
  const [parent, setParent] = useState("0");
  const names = text.split("\n").map((line) => line.trim());
  const errors = messagesOf(add.error);
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(
          { params: { fieldId: field.id }, body: { names: names.filter(Boolean), parentId: Number(parent) || null } },
          { onSuccess: () => setText("") },
        );
      }}
    >
      <TextArea
        label={t`Add values`}
        description={t`One on each line.`}
        rows={3}
        value={text}
        onChange={setText}
        error={Object.values(errors)[0]}
      />
      {field.kind === "tree" && (
        <Select
          label={t`Below`}
          options={[
            { id: "0", label: t`Top of the list` },
            ...inOrder(field.options)
              .filter(({ option }) => !option.isRetired)
              .map(({ option }) => ({ id: String(option.id), label: optionName(option.id, field.options) })),
          ]}
          value={parent}
          onChange={setParent}
        />
      )}
      <div className="row">
        <Button type="submit" isPending={add.isPending} isDisabled={names.every((line) => line === "")}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Values with their depth, each below the one above it. */
function inOrder(options: readonly FieldOption[], parentId: number | null = null, depth = 0): { option: FieldOption; depth: number }[] {
  return options
    .filter((option) => option.parentId === parentId)
    .flatMap((option) => [{ option, depth }, ...(depth < 20 ? inOrder(options, option.id, depth + 1) : [])]);
}
