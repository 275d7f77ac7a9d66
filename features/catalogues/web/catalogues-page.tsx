import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LibraryBig, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { most, type CatalogueRow } from "../contract.ts";
import { catalogueQuery, cataloguesQuery, choicesQuery, useDeleteCatalogue } from "./hooks.ts";
import "./catalogues.css";

const CatalogueForm = lazyPart(() => import("./catalogue-form.tsx"));
/** The id of the catalogue that is changed, or new; empty where no form is open. */
const shape = { edit: z.string().check(z.regex(/^(new|[1-9]\d{0,14})?$/)) };
const defaults = { edit: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(cataloguesQuery);

/** Catalogues (CAT-1): whom the portal offers which courses. */
export default function CataloguesPage() {
  const { t } = useLingui();
  const query = useQuery(cataloguesQuery);
  const { state, set } = useUrlState(shape, defaults);
  const remove = useDeleteCatalogue();
  const [asked, setAsked] = useState<CatalogueRow | null>(null);
  const { data, error } = query;
  const rows = data?.rows ?? [];
  const inNone = data?.inNone ?? 0;
  const isNew = state.edit === "new";
  const choices = useQuery({ ...choicesQuery, enabled: state.edit !== "" });
  const edited = useQuery({ ...catalogueQuery(Number(state.edit)), enabled: state.edit !== "" && !isNew });
  const close = () => set({ edit: "" }, { replace: true });
  const failed = state.edit !== "" && ((!isNew && edited.error) || choices.error);
  const name = asked?.name ?? "";
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => set({ edit: "new" })}>
      <Trans>Add a catalog</Trans>
    </Button>
  );
  const doRemove = ({ id }: CatalogueRow) =>
    remove.mutate(id, {
      onSuccess: () => announce(t`The catalog was deleted`),
      onError: (failure) => toast({ tone: "danger", title: t`The catalog was not deleted`, message: failure.message }),
      onSettled: () => setAsked(null),
    });

  return (
    <div className="page">
      <PageHeader
        title={t`Catalogs`}
        description={t`Whom you offer which courses. A course in a catalog is found only by those whom it is for.`}
        actions={rows.length > 0 && rows.length < most.catalogues && add}
      />
      <SectionTabs of="portal" />
      <BusyRegion isBusy={query.isPending} label={t`Loading catalogs`} skeleton={<Skeleton shape="table" count={4} />}>
        {error && !data && (
          <ErrorState
            title={t`The catalogs could not be loaded`}
            safe={t`Nothing was changed.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data && rows.length === 0 && (
          <EmptyState
            icon={LibraryBig}
            title={t`Everybody is offered every course`}
            message={t`Add a catalog when some courses are for some groups only.`}
            action={add}
          />
        )}
        {rows.length > 0 && (
          <>
            <ul className="catalogues">
              {rows.map((row) => (
                <Row key={row.id} row={row} onEdit={() => set({ edit: String(row.id) })} onDelete={() => setAsked(row)} />
              ))}
            </ul>
            <p className="muted">
              <Plural
                value={inNone}
                _0="Every published course is in a catalog."
                one="# published course is in no catalog and is offered to everybody."
                other="# published courses are in no catalog and are offered to everybody."
              />
            </p>
          </>
        )}
      </BusyRegion>
      {failed && (
        <ErrorState
          title={t`The catalog could not be loaded`}
          safe={t`Nothing was changed.`}
          next={failed.message}
          requestId={failed instanceof CallError ? failed.requestId : ""}
          onRetry={() => void Promise.all([choices.refetch(), !isNew && edited.refetch()])}
          isRetrying={edited.isFetching}
        />
      )}
      {choices.data && isNew && <CatalogueForm key="new" catalogue={null} choices={choices.data} onClose={close} onGiveUp={close} />}
      {choices.data && !isNew && edited.data && (
        <CatalogueForm key={state.edit} catalogue={edited.data} choices={choices.data} onClose={close} onGiveUp={close} />
      )}
      <LazyConfirmDialog
        isOpen={asked !== null}
        tone="danger"
        isPending={remove.isPending}
        onConfirm={() => asked && doRemove(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>
          <Trans>
            Delete the catalog <bdi>{name}</bdi>?
          </Trans>
        </p>
        <p>
          <Plural
            value={asked?.courses ?? 0}
            _0="It has no published course."
            one="Its course stays. Where no other catalog has it, it is then offered to everybody."
            other="Its # courses stay. Those in no other catalog are then offered to everybody."
          />
        </p>
      </LazyConfirmDialog>
    </div>
  );
}

function Row({ row, onEdit, onDelete }: { row: CatalogueRow; onEdit: () => void; onDelete: () => void }) {
  const { t } = useLingui();
  const { name, description, courses, people, groups, forEverybody, isPublic } = row;
  return (
    <li className="catalogue">
      <div className="catalogue-text">
        <h2 className="catalogue-name">
          <bdi>{name}</bdi>
        </h2>
        {description && (
          <p className="muted">
            <bdi>{description}</bdi>
          </p>
        )}
        <p>
          <Plural value={courses} one="# course" other="# courses" />
          {" · "}
          {forEverybody || people === null ? t`For everybody` : <Plural value={people} one="For # person" other="For # people" />}
          {isPublic && (
            <>
              {" · "}
              <a href="/v/public/courses" target="_blank" rel="noopener noreferrer">
                <Trans>Public (opens in a new tab)</Trans>
              </a>
            </>
          )}
        </p>
        {groups.length > 0 && (
          <p className="muted small">
            {groups.map((group, nth) => (
              <span key={group.id}>
                {nth > 0 && ", "}
                <bdi>{group.name}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="catalogue-actions">
        <Button size="s" icon={Pencil} aria-label={t`Change: ${name}`} onPress={onEdit}>
          <Trans>Change</Trans>
        </Button>
        <Button size="s" icon={Trash2} aria-label={t`Delete: ${name}`} onPress={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      </div>
    </li>
  );
}
