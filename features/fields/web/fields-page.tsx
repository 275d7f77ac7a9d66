import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Asterisk, EyeOff, Fingerprint, Grip, Lock, Plus, Tags } from "lucide-react";
import { useRef, useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import type { ListedField } from "../contract.ts";
import { FieldForm } from "./field-form.tsx";
import { fieldsQuery, useOrderFields } from "./hooks.ts";
import { ListValues } from "./list-values.tsx";
import { useAccessWords, useKindWords } from "./use-kind-words.ts";
import "./fields.css";

type Open = { readonly what: "form" | "values"; readonly fieldId: number | null } | null;

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(fieldsQuery);

/** Custom User Fields (specification §2): what a portal wants to know of its people, in the order in which forms and lists show it. */
export default function FieldsPage() {
  const { t } = useLingui();
  const result = useQuery(fieldsQuery);
  const [open, setOpen] = useState<Open>(null);
  const { data, error } = result;
  const fields = data?.fields ?? [];
  const active = fields.filter(({ isRetired }) => !isRetired);
  const retired = fields.filter(({ isRetired }) => isRetired);
  const opened = fields.find(({ id }) => id === open?.fieldId) ?? null;
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setOpen({ what: "form", fieldId: null })}>
      <Trans>Add a field</Trans>
    </Button>
  );
  const rows = { canChange: data?.canChange ?? false, onOpen: setOpen };
  return (
    <div className="page">
      <PageHeader title={t`Custom User Fields`} actions={data?.canChange && active.length > 0 && add} />
      <SectionTabs of="users" />
      <BusyRegion isBusy={result.isPending} label={t`Loading fields`} skeleton={<Skeleton shape="table" count={5} />}>
        {error && !data && (
          <ErrorState
            title={t`The fields could not be loaded`}
            safe={t`Nothing was changed.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void result.refetch()}
            isRetrying={result.isFetching}
          />
        )}
        {data && !data.canChange && (
          <p className="muted">
            <Trans>Fields concern everybody in the portal. You manage a part of it, so you can look at them here.</Trans>
          </p>
        )}
        {data && active.length === 0 && (
          <EmptyState
            icon={Tags}
            title={t`No fields yet`}
            message={t`A field is something you want to know of everybody: a personnel number, a department, a licence that expires.`}
            action={data.canChange && add}
          />
        )}
        {active.length > 0 && <FieldRows fields={active} {...rows} isOrdered />}
        {retired.length > 0 && (
          <Disclosure title={t`Retired fields`} meta={retired.length} headingLevel={2}>
            <FieldRows fields={retired} {...rows} />
          </Disclosure>
        )}
      </BusyRegion>
      {open?.what === "form" && <FieldForm key={open.fieldId} field={opened} onClose={() => setOpen(null)} />}
      {open?.what === "values" && opened && <ListValues field={opened} onClose={() => setOpen(null)} />}
    </div>
  );
}

type RowsProps = { fields: readonly ListedField[]; canChange: boolean; onOpen: (open: Open) => void; isOrdered?: boolean };

/** The fields, put in order with the buttons of each row or by dragging it. */
function FieldRows({ fields, canChange, onOpen, isOrdered = false }: RowsProps) {
  const { t } = useLingui();
  const kinds = useKindWords();
  const order = useOrderFields();
  const dragged = useRef<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const ids = fields.map(({ id }) => id);
  const moves = canChange && isOrdered;

  function moveTo(field: ListedField, to: number) {
    const from = ids.indexOf(field.id);
    if (from < 0 || to < 0 || to >= ids.length || to === from) return;
    const { name } = field;
    const place = to + 1;
    const total = ids.length;
    order.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, field.id));
    announce(t`${name}: place ${place} of ${total}`);
  }

  return (
    <ul className="field-rows" aria-label={isOrdered ? t`Fields in their order` : t`Retired fields`}>
      {fields.map((field, at) => {
        const { name } = field;
        return (
          // Dragging is another way to what the row's buttons do.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={field.id}
            className="field-row"
            data-target={target === field.id || undefined}
            draggable={moves}
            onDragStart={(event) => {
              dragged.current = field.id;
              event.dataTransfer.effectAllowed = "move";
            }}
            onDragOver={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              setTarget(field.id);
            }}
            onDragEnd={() => {
              dragged.current = null;
              setTarget(null);
            }}
            onDrop={(event) => {
              event.preventDefault();
              const one = fields.find(({ id }) => id === dragged.current);
              if (one) moveTo(one, at);
              setTarget(null);
            }}
          >
            {moves && (
              <span className="field-grip" aria-hidden="true">
                <Icon of={Grip} />
              </span>
            )}
            <div className="field-row-text">
              {canChange ? (
                <button type="button" className="field-name" onClick={() => onOpen({ what: "form", fieldId: field.id })}>
                  <bdi>{name}</bdi>
                </button>
              ) : (
                <bdi className="field-name">{name}</bdi>
              )}
              <span className="row">
                <Tag icon={kinds[field.kind].icon}>{kinds[field.kind].label}</Tag>
                {field.isRequired && <Tag icon={Asterisk}>{t`Required`}</Tag>}
                {field.isUnique && <Tag icon={Fingerprint}>{t`Unique`}</Tag>}
                {field.isSensitive && <Tag icon={EyeOff}>{t`Sensitive`}</Tag>}
                {field.source !== "local" && <Tag icon={Lock}>{t`Filled in elsewhere`}</Tag>}
                <span className="muted small num">{t`${plural(field.people, { one: "# person", other: "# people" })}`}</span>
              </span>
              <Accesses field={field} />
            </div>
            <div className="row field-row-actions">
              {canChange && ["single", "multi", "tree"].includes(field.kind) && (
                <Button size="s" aria-label={t`Values of ${name}`} onPress={() => onOpen({ what: "values", fieldId: field.id })}>
                  <Trans>Values</Trans>
                </Button>
              )}
              {moves && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    label={t`Move up: ${name}`}
                    aria-disabled={at === 0 || undefined}
                    onPress={() => moveTo(field, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t`Move down: ${name}`}
                    aria-disabled={at === fields.length - 1 || undefined}
                    onPress={() => moveTo(field, at + 1)}
                  />
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Who sees and edits the values, in one line. */
function Accesses({ field }: { field: ListedField }) {
  const { t } = useLingui();
  const words = useAccessWords();
  const own = words[field.ownAccess];
  const managers = words[field.managerAccess];
  const authors = words[field.authorAccess];
  return <span className="muted small">{t`The person: ${own} · Managers: ${managers} · Authors: ${authors}`}</span>;
}
