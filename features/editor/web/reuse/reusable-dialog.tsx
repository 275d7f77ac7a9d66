import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Blocks, Ellipsis, MapPinned, Pencil } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/menu.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { blockMenu, type BlockMenuEntry } from "#features/blocks/web/editors.ts";
import type { ReusableRow } from "../../reusable-contract.ts";
import { failureWords } from "./failure-words.ts";
import { reusableListQuery, useChangeReusable } from "./hooks.ts";
import { PageSteps } from "./page-steps.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import "./reuse.css";
import { UsesDialog } from "./uses-dialog.tsx";

interface ReusableDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Puts it into the page, linked or as a copy; rejects with why it could not. */
  readonly onInsert: (row: ReusableRow, isLinked: boolean) => Promise<void>;
}

/** The portal's reusable blocks, to insert one: search, what each says and who made it. */
export default function ReusableDialog({ isOpen, onClose, onInsert }: ReusableDialogProps) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  const [isArchive, setArchive] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [inserting, setInserting] = useState<number | null>(null);
  const [naming, setNaming] = useState<ReusableRow | null>(null);
  const [finding, setFinding] = useState<ReusableRow | null>(null);
  const change = useChangeReusable();
  const { data, error, refetch, isFetching } = useQuery({
    ...reusableListQuery({ ...(q && { q }), ...(page > 1 && { page }), ...(isArchive && { archived: "yes" }) }),
    enabled: isOpen,
  });
  function close() {
    setQ("");
    setPage(1);
    setArchive(false);
    setFailure(undefined);
    onClose();
  }
  async function insert(row: ReusableRow, isLinked: boolean) {
    setFailure(undefined);
    setInserting(row.id);
    try {
      await onInsert(row, isLinked);
      close();
    } catch (wrong) {
      setFailure(failureWords(wrong));
    } finally {
      setInserting(null);
    }
  }
  const offer = ({ id, title }: ReusableRow, isArchived: boolean) =>
    change.mutate({ reusableId: id, title, isArchived }, { onError: (wrong) => setFailure(failureWords(wrong)) });
  return (
    <Dialog title={t`Reusable blocks`} isOpen={isOpen} onOpenChange={(open) => !open && close()} width="half">
      <div className="stack">
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <SearchField
          label={t`Search reusable blocks`}
          value={q}
          onChange={(next) => {
            setQ(next);
            setPage(1);
          }}
        />
        {error && !data ? (
          <ErrorState
            headingLevel={3}
            title={t`The reusable blocks could not be loaded`}
            requestId={error instanceof CallError ? error.requestId : undefined}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <BusyRegion isBusy={!data} label={t`Loading the reusable blocks`} skeleton={<Skeleton count={5} />}>
            {data?.rows.length === 0 ? (
              <EmptyState
                headingLevel={3}
                icon={Blocks}
                title={q === "" ? t`No reusable blocks here yet` : t`No reusable block has these words`}
                message={q === "" && !isArchive ? t`Select a block and press “Make reusable…”: then other courses can use it.` : undefined}
              />
            ) : (
              <ul className="reuse-list" aria-label={t`Reusable blocks`}>
                {data?.rows.map((row) => (
                  <ReusableItem
                    key={row.id}
                    row={row}
                    isPending={inserting === row.id}
                    onInsert={(isLinked) => void insert(row, isLinked)}
                    onUses={() => setFinding(row)}
                    onRename={() => setNaming(row)}
                    onOffer={(isArchived) => offer(row, isArchived)}
                  />
                ))}
              </ul>
            )}
            {data && <PageSteps page={data.page} pageSize={data.pageSize} total={data.total} onPage={setPage} />}
          </BusyRegion>
        )}
        <Checkbox
          value={isArchive}
          onChange={(next) => {
            setArchive(next);
            setPage(1);
          }}
        >
          <Trans>Show those that were archived</Trans>
        </Checkbox>
      </div>
      {naming && <RenameDialog reusable={naming} onClose={() => setNaming(null)} />}
      {finding && <UsesDialog reusableId={finding.id} title={finding.title} onClose={() => setFinding(null)} />}
    </Dialog>
  );
}

interface ReusableItemProps {
  readonly row: ReusableRow;
  readonly isPending: boolean;
  readonly onInsert: (isLinked: boolean) => void;
  readonly onUses: () => void;
  readonly onRename: () => void;
  readonly onOffer: (isArchived: boolean) => void;
}

function ReusableItem({ row, isPending, onInsert, onUses, onRename, onOffer }: ReusableItemProps) {
  const { t, i18n } = useLingui();
  const { title, words, createdBy, isArchived, mayChange } = row;
  // One of a newer release has no entry here.
  const menu = (blockMenu as Readonly<Record<string, BlockMenuEntry | undefined>>)[row.kind];
  const kind = menu ? i18n._(menu.name) : t`Block`;
  return (
    <li className="reuse-item">
      <Icon of={menu?.icon ?? Blocks} />
      <div className="reuse-words">
        <h3 className="reuse-title">
          <bdi>{title}</bdi>
        </h3>
        <p className="small muted">
          {kind}
          {createdBy !== null && (
            <>
              {" · "}
              <bdi>{createdBy}</bdi>
            </>
          )}
        </p>
        {words !== "" && (
          <p className="small reuse-text">
            <bdi>{words}</bdi>
          </p>
        )}
        <div className="row">
          {!isArchived && (
            <>
              <Button size="s" isPending={isPending} aria-label={t`Insert linked: ${title}`} onPress={() => onInsert(true)}>
                <Trans>Insert linked</Trans>
              </Button>
              <Button size="s" isPending={isPending} aria-label={t`Insert a copy: ${title}`} onPress={() => onInsert(false)}>
                <Trans>Insert a copy</Trans>
              </Button>
            </>
          )}
          <Menu
            label={t`More about ${title}`}
            trigger={
              <AriaButton className="ui-button" data-variant="quiet" data-size="s" data-icon-only aria-label={t`More about ${title}`}>
                <Icon of={Ellipsis} />
              </AriaButton>
            }
            items={[
              { id: "uses", label: t`Where it is used`, icon: MapPinned, onAction: onUses },
              ...(mayChange
                ? [
                    { id: "rename", label: t`Rename`, icon: Pencil, onAction: onRename },
                    isArchived
                      ? { id: "offer", label: t`Offer again`, icon: ArchiveRestore, onAction: () => onOffer(false) }
                      : { id: "archive", label: t`Archive`, icon: Archive, onAction: () => onOffer(true) },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
    </li>
  );
}
