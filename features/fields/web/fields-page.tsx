import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { readUrlState, useUrlState } from "#ui/use-url-state.ts";
import "#ui/ordered-list.css";
import { FieldText, ValuesButton, type Open, type RowsProps } from "./field-parts.tsx";
import { Subject } from "../definition.ts";
import { fieldsQuery } from "./hooks.ts";
import { OfferedFields } from "./offered-fields.tsx";
import "./fields.css";

/** Dragging is loaded after the fields are shown, and the two forms when one is opened. */
const FieldForm = lazyPart(() => import("./field-form.tsx"));
const ListValues = lazyPart(() => import("./list-values.tsx"));
const OrderedFields = lazyPart(() => import("./ordered-fields.tsx"));

/** `?of=course` shows the fields of courses. */
const shape = { of: Subject };
const defaults = { of: "person" as Subject };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(fieldsQuery(readUrlState(shape, defaults, to.search).of));

/** Custom User Fields (specification §2): what a portal wants to know of its people, and of its courses, in the order in which forms and lists show it. */
export default function FieldsPage() {
  const { t } = useLingui();
  const { state, href } = useUrlState(shape, defaults);
  const subject = state.of;
  const result = useQuery(fieldsQuery(subject));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
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
      <LinkTabs
        label={t`Whose fields`}
        tabs={[
          { to: href({ of: "person" }), label: t`Of people`, isCurrent: subject === "person" },
          { to: href({ of: "course" }), label: t`Of courses`, isCurrent: subject === "course" },
        ]}
      />
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
            message={
              subject === "course"
                ? t`A field is something you want to know of every course: an accreditation, an audience, who answers questions.`
                : t`A field is something you want to know of everybody: a personnel number, a department, a licence that expires.`
            }
            action={data.canChange && add}
          />
        )}
        {active.length > 0 && <FieldRows fields={active} {...rows} isOrdered />}
        {data && data.offered.length > 0 && <OfferedFields offered={data.offered} canChange={data.canChange} />}
        {retired.length > 0 && (
          <Disclosure title={t`Retired fields`} meta={retired.length} headingLevel={2}>
            <FieldRows fields={retired} {...rows} />
          </Disclosure>
        )}
      </BusyRegion>
      {open?.what === "form" && (
        <FieldForm
          key={open.fieldId}
          subject={subject}
          field={opened}
          members={data?.members ?? 0}
          canShare={data?.canShare ?? false}
          onClose={close}
          onGiveUp={close}
        />
      )}
      {open?.what === "values" && opened && (
        <ListValues field={opened} isLocked={opened.follows && !data?.canShare} onClose={close} onGiveUp={close} />
      )}
    </div>
  );
}

/** The fields. Who may change them puts them in order by dragging, or with the buttons of each row (WCAG 2.5.7). */
function FieldRows({ fields, canChange, onOpen, isOrdered = false }: RowsProps) {
  const { t } = useLingui();
  const label = isOrdered ? t`Fields in their order` : t`Retired fields`;
  const rows = (
    <ul className="ui-ordered" aria-label={label}>
      {fields.map((field) => (
        <li key={field.id} className="ui-ordered-row">
          <FieldText field={field} onOpen={canChange ? onOpen : null} />
          <div className="row ui-ordered-actions">{canChange && <ValuesButton field={field} onOpen={onOpen} />}</div>
        </li>
      ))}
    </ul>
  );
  return canChange && isOrdered ? (
    <OrderedFields label={label} fields={fields} subject={fields[0]?.subject ?? "person"} onOpen={onOpen} meanwhile={rows} />
  ) : (
    rows
  );
}
