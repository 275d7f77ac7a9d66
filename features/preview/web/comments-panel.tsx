import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { useLocation } from "react-router";
import type { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { listComments, Thread } from "../review-contract.ts";
import { queryWith } from "./address.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentThread } from "./comment-thread.tsx";
import type { useCommenting } from "./hooks.ts";

/** What a new comment is about: a page, or a block of it. */
export interface Place {
  readonly pageId: string;
  readonly blockId: string | null;
  /** The name of what it is about. */
  readonly name: string;
}

type CommentsPanelProps = {
  comments: UseQueryResult<Result<typeof listComments>, CallError>;
  /** All of them, at the pages where their blocks are now. */
  threads: readonly Thread[];
  commenting: ReturnType<typeof useCommenting>;
  ownId: number;
  /** The blocks of each page of the draft, and the order of the pages. */
  blocks: ReadonlyMap<string, ReadonlySet<string>>;
  place: Place | null;
  onPlace: (place: Place | null) => void;
};

/** The comments on a course: those of a place with a form for another one, or all of them by what is open, resolved or one's own. */
export function CommentsPanel({ comments, threads: all, commenting, ownId, blocks, place, onPlace }: CommentsPanelProps) {
  const { t } = useLingui();
  const { search } = useLocation();
  const { data, error, refetch, isFetching } = comments;
  if (error && !data)
    return (
      <ErrorState
        headingLevel={3}
        title={t`The comments could not be loaded`}
        safe={t`Nothing was changed.`}
        next={error.status === 0 ? t`Check your connection, then try again.` : error.message}
        requestId={error.requestId || undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton count={4} />;
  const order = [...blocks.keys()];
  const nth = ({ pageId }: Thread) => (blocks.has(pageId) ? order.indexOf(pageId) : order.length);
  const threads = all.toSorted((one, other) => nth(one) - nth(other) || one.id - other.id);
  const query = new URLSearchParams(search);
  const current = Number(query.get("comment"));
  const isMine = ({ author, assignee, replies }: Thread) =>
    author.id === ownId || assignee?.id === ownId || replies.some((one) => one.author.id === ownId);
  const kinds = {
    open: { label: t`Open`, has: ({ resolved }: Thread) => resolved === null },
    mine: { label: t`Mine`, has: isMine },
    resolved: { label: t`Resolved`, has: ({ resolved }: Thread) => resolved !== null },
  };
  const asked = query.get("show");
  const pointed = threads.find(({ id }) => id === current);
  const show = asked === "mine" || asked === "resolved" || asked === "open" ? asked : pointed?.resolved ? "resolved" : "open";
  const isHere = ({ pageId, blockId }: Thread) => place !== null && pageId === place.pageId && blockId === place.blockId;
  const shown = threads.filter(place ? isHere : kinds[show].has);
  return (
    <div className="comments">
      {place ? (
        <>
          <p className="comments-place">
            <Trans>
              About <bdi>{place.name}</bdi>
            </Trans>
          </p>
          <CommentForm
            key={`${place.pageId} ${place.blockId ?? ""}`}
            label={t`Your comment`}
            action={t`Comment`}
            isPending={commenting.add.isPending}
            error={commenting.add.error}
            onSend={(words) =>
              commenting.add.mutate({ on: "page", pageId: place.pageId, blockId: place.blockId, words }, { onSuccess: () => onPlace(null) })
            }
            onCancel={() => onPlace(null)}
          />
        </>
      ) : (
        <LinkTabs
          label={t`Which comments`}
          tabs={Object.entries(kinds).map(([id, { label, has }]) => ({
            to: queryWith(search, { show: id, comment: null }),
            label,
            count: threads.filter(has).length,
            isCurrent: id === show,
          }))}
        />
      )}
      {shown.length > 0 ? (
        <ul className="comment-list" aria-label={t`Comments`}>
          {shown.map((thread) => (
            <CommentThread
              key={thread.id}
              thread={thread}
              people={data.people}
              ownId={ownId}
              isGone={thread.blockId === null ? !blocks.has(thread.pageId) : !blocks.get(thread.pageId)?.has(thread.blockId)}
              isCurrent={thread.id === current}
              to={blocks.has(thread.pageId) ? queryWith(search, { page: thread.pageId, comment: String(thread.id) }) : null}
              commenting={commenting}
            />
          ))}
        </ul>
      ) : (
        !place && (
          <EmptyState
            headingLevel={3}
            icon={MessageSquare}
            title={threads.length === 0 ? t`No comments yet` : t`Nothing here`}
            message={
              threads.length === 0
                ? t`Press “Comment” below a part of the lesson to say what should change.`
                : t`There are comments of the other kinds.`
            }
          />
        )
      )}
      {place && (
        <Button size="s" variant="quiet" onPress={() => onPlace(null)}>
          <Trans>Show all comments</Trans>
        </Button>
      )}
    </div>
  );
}
