import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FolderTree, Plus } from "lucide-react";
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
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast, type ToastContent } from "#ui/toast.ts";
import type { CategoryRow, Place, RemovedCategory } from "../contract.ts";
import { childrenOf, stepped } from "../tree.ts";
import {
  categoriesQuery,
  useLeaveCategory,
  useMoveCategory,
  useRestoreCategory,
  useSaveCategory,
  useShareCategory,
  useTakeCategory,
} from "./hooks.ts";
import "./categories.css";

const CategoryForm = lazyPart(() => import("./category-form.tsx"));
const CategoryTree = lazyPart(() => import("./category-tree.tsx"));
const PictureDialog = lazyPart(() => import("./picture-dialog.tsx"));
const MoveDialog = lazyPart(() => import("./move-dialog.tsx"));
const OfferedCategories = lazyPart(() => import("./offered-categories.tsx"));
const RemoveDialog = lazyPart(() => import("./remove-dialog.tsx"));
/** A tree with more rows starts with its top level only. */
const mostOpen = 60;

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(categoriesQuery);

type Asked =
  | { kind: "add"; parent: CategoryRow | null }
  | { kind: "edit" | "picture" | "move" | "merge" | "delete" | "end"; row: CategoryRow }
  | null;

/** Categories (specification §2; CAT-7): the tree in which people find the portal's courses. */
export default function CategoriesPage() {
  const { t } = useLingui();
  const query = useQuery(categoriesQuery);
  const move = useMoveCategory();
  const save = useSaveCategory();
  const restore = useRestoreCategory();
  const share = useShareCategory();
  const take = useTakeCategory();
  const leave = useLeaveCategory();
  const [asked, setAsked] = useState<Asked>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const [q, setQ] = useState("");
  const { data, error } = query;
  const rows = data?.rows ?? [];
  const close = () => setAsked(null);
  // Each message takes the place of the one before: several would lie over the rows.
  const closeLast = useRef(() => {});
  const tell = (content: ToastContent) => {
    closeLast.current();
    closeLast.current = toast(content);
  };
  const refused = (title: string) => (failure: Error) => tell({ tone: "danger", title, message: failure.message });

  const words = q.trim().toLowerCase();
  const found = words ? rows.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words)) : rows;
  const shown = words ? withAbove(rows, found) : rows;
  const inner = shown.flatMap(({ parentId }) => (parentId === null ? [] : [parentId]));
  const expanded = words ? new Set(inner) : (chosen ?? new Set(rows.length <= mostOpen ? inner : []));

  const moveTo = (row: CategoryRow, place: Place) => {
    if (place.parentId !== null && !expanded.has(place.parentId)) setChosen(new Set([...expanded, place.parentId]));
    move.mutate(
      { id: row.id, ...place },
      {
        onSuccess: ({ was }) =>
          tell({
            tone: "success",
            title: t`The category was moved`,
            message: row.name,
            action: {
              label: t`Undo`,
              onPress: () => move.mutate({ id: row.id, ...was }, { onError: refused(t`The category was not moved`) }),
            },
          }),
        onError: refused(t`The category was not moved`),
      },
    );
  };
  const step = (row: CategoryRow, by: 1 | -1) => {
    const place = stepped(rows, row.id, by);
    if (!place) return;
    const { name, parentId } = row;
    const siblings = childrenOf(rows, parentId);
    const nth = siblings.findIndex(({ id }) => id === row.id) + 1 + by;
    const total = siblings.length;
    move.mutate({ id: row.id, ...place }, { onError: refused(t`The category was not moved`) });
    announce(t`${name}: place ${nth} of ${total}`);
  };
  // The row says it, and its menu takes it back.
  const hide = ({ id, name, description, isHidden, revision }: CategoryRow) =>
    save.mutate(
      { params: { categoryId: id }, body: { name, description, isHidden: !isHidden, revision } },
      {
        onSuccess: () => announce(isHidden ? t`The catalog shows the category` : t`The catalog does not show the category any more`),
        onError: refused(t`The category was not changed`),
      },
    );
  const bringBack = (id: number) =>
    restore.mutate(id, {
      onSuccess: () => tell({ tone: "success", title: t`The category is back` }),
      onError: refused(t`The category was not brought back`),
    });
  const setSharing = ({ id, name }: CategoryRow, sharing: "offered" | "kept" | "ended") =>
    share.mutate(
      { params: { categoryId: id }, body: { sharing } },
      {
        onSuccess: () =>
          tell({
            tone: "success",
            title:
              sharing === "offered"
                ? t`“${name}” is offered to all portals`
                : sharing === "kept"
                  ? t`“${name}” is not offered any more`
                  : t`“${name}” is each portal's own now`,
          }),
        onError: refused(t`The category was not changed`),
      },
    );
  const makeOwn = ({ id, name, parentId, sharing }: CategoryRow) =>
    leave.mutate(id, {
      onSuccess: () =>
        tell({
          tone: "success",
          title: t`“${name}” is this portal's own now`,
          ...(sharing?.isOffered && {
            action: {
              label: t`Undo`,
              onPress: () => take.mutate({ sharedId: sharing.sharedId, parentId }, { onError: refused(t`The category was not changed`) }),
            },
          }),
        }),
      onError: refused(t`The category was not changed`),
    });
  const removed = (row: CategoryRow, isMerge: boolean) =>
    tell({
      tone: "success",
      title: isMerge ? t`The category was merged` : t`The category was deleted`,
      message: row.name,
      action: { label: t`Undo`, onPress: () => bringBack(row.id) },
    });
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setAsked({ kind: "add", parent: null })}>
      <Trans>Add a category</Trans>
    </Button>
  );

  return (
    <div className="page">
      <PageHeader
        title={t`Categories`}
        description={t`The tree in which people find courses in the catalog. A category holds the courses of those in it, too.`}
        actions={rows.length > 0 && add}
      />
      <SectionTabs of="portal" />
      <BusyRegion isBusy={query.isPending} label={t`Loading categories`} skeleton={<Skeleton shape="table" count={6} />}>
        {error && !data && (
          <ErrorState
            title={t`The categories could not be loaded`}
            safe={t`Nothing was changed.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data && rows.length === 0 && (
          <EmptyState
            icon={FolderTree}
            title={t`No categories yet`}
            message={t`Categories help people find courses: by subject, by place of work, or by whom they are for.`}
            action={add}
          />
        )}
        {rows.length > 0 && (
          <>
            <div className="categories-bar">
              <SearchField label={t`Search categories`} value={q} onChange={setQ} />
              <p className="muted small" role="status">
                <Plural value={found.length} one="# category" other="# categories" />
              </p>
            </div>
            {shown.length === 0 ? (
              <p>
                <Trans>No category matches this search.</Trans>
              </p>
            ) : (
              <CategoryTree
                rows={shown}
                expanded={expanded}
                onExpand={setChosen}
                onMove={words ? null : moveTo}
                onStep={step}
                onEdit={(row) => setAsked({ kind: "edit", row })}
                onPicture={(row) => setAsked({ kind: "picture", row })}
                onAdd={(parent) => setAsked({ kind: "add", parent })}
                onMoveTo={(row) => setAsked({ kind: "move", row })}
                onHide={hide}
                onMerge={(row) => setAsked({ kind: "merge", row })}
                onDelete={(row) => setAsked({ kind: "delete", row })}
                onShare={
                  data?.canShare
                    ? (row, sharing) => (sharing === "ended" ? setAsked({ kind: "end", row }) : setSharing(row, sharing))
                    : null
                }
                onLeave={makeOwn}
                meanwhile={<Skeleton shape="table" count={6} />}
              />
            )}
          </>
        )}
        {data && data.offered.length > 0 && <OfferedCategories offered={data.offered} />}
        {data && data.removed.length > 0 && <Removed of={data.removed} onRestore={bringBack} />}
      </BusyRegion>
      {asked?.kind === "add" && <CategoryForm category={null} parent={asked.parent} onClose={close} onGiveUp={close} />}
      {asked?.kind === "edit" && <CategoryForm category={asked.row} parent={null} onClose={close} onGiveUp={close} />}
      {asked?.kind === "picture" && (
        <PictureDialog category={rows.find(({ id }) => id === asked.row.id) ?? asked.row} onClose={close} onGiveUp={close} />
      )}
      <LazyConfirmDialog
        isOpen={asked?.kind === "end"}
        tone="danger"
        onCancel={close}
        onConfirm={() => {
          if (asked?.kind === "end") setSharing(asked.row, "ended");
          close();
        }}
      >
        {asked?.kind === "end" && (
          <Trans>
            End the sharing of <bdi>{asked.row.name}</bdi> and of what is shared below it? Each portal keeps its categories and courses as
            its own. This cannot be undone.
          </Trans>
        )}
      </LazyConfirmDialog>
      {asked?.kind === "move" && (
        <MoveDialog category={asked.row} rows={rows} onMove={(place) => moveTo(asked.row, place)} onClose={close} onGiveUp={close} />
      )}
      {(asked?.kind === "merge" || asked?.kind === "delete") && (
        <RemoveDialog
          category={asked.row}
          rows={rows}
          isMerge={asked.kind === "merge"}
          onDone={() => removed(asked.row, asked.kind === "merge")}
          onClose={close}
          onGiveUp={close}
        />
      )}
    </div>
  );
}

/** Some rows of the tree with all above them. */
function withAbove(rows: readonly CategoryRow[], some: readonly CategoryRow[]): CategoryRow[] {
  const ids = new Set(some.map(({ id }) => id));
  for (const { id, parentId } of rows.toReversed()) if (parentId !== null && ids.has(id)) ids.add(parentId);
  return rows.filter(({ id }) => ids.has(id));
}

/** What was removed lately, to be brought back. */
function Removed({ of, onRestore }: { of: readonly RemovedCategory[]; onRestore: (id: number) => void }) {
  const { t } = useLingui();
  return (
    <Disclosure title={t`Removed in the last 7 days`}>
      <ul className="categories-removed">
        {of.map(({ id, name, into }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>{" "}
              {into !== null && (
                <span className="muted small">
                  <Trans>
                    went into <bdi>{into}</bdi>
                  </Trans>
                </span>
              )}
            </span>
            <Button size="s" onPress={() => onRestore(id)} aria-label={t`Bring back: ${name}`}>
              <Trans>Bring back</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
