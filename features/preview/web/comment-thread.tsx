import { Trans, useLingui } from "@lingui/react/macro";
import { Check, CircleCheck, RotateCcw, UserRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { CallError } from "#platform/call.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Person, Said, Thread } from "../review-contract.ts";
import { CommentForm } from "./comment-form.tsx";
import type { useCommenting } from "./hooks.ts";

type CommentThreadProps = {
  thread: Thread;
  people: readonly Person[];
  ownId: number;
  /** Whether what it is about is still in the draft. */
  isGone: boolean;
  /** Whether the address points to it. */
  isCurrent: boolean;
  /** Where it stands; null where its page is gone. */
  to: string | null;
  commenting: ReturnType<typeof useCommenting>;
};

/** A comment with its replies, and what can be done with it. */
export function CommentThread({ thread, people, ownId, isGone, isCurrent, to, commenting }: CommentThreadProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isReplying, setReplying] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const frame = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) frame.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const { add, resolve, assign } = commenting;
  const onFailed = { onError: (error: unknown) => toastFailure(error, t`This was not changed`) };
  const assignable = people.some(({ id }) => id === ownId) ? people : [{ id: ownId, name: t`Me` }, ...people];
  const setAssignee = (id: string) => {
    setAssigning(false);
    assign.mutate({ id: thread.id, userId: id === "nobody" ? null : Number(id) }, onFailed);
  };
  return (
    <li ref={frame} className="comment" data-current={isCurrent || undefined} data-resolved={thread.resolved !== null || undefined}>
      <p className="comment-place small">
        {to === null ? (
          <bdi>{thread.pageTitle}</bdi>
        ) : (
          <button type="button" className="comment-link" onClick={() => void navigate(to)}>
            <bdi>{thread.pageTitle}</bdi>
          </button>
        )}
        {isGone && (
          <span className="muted">
            {" · "}
            {thread.blockId === null ? <Trans>about a removed page</Trans> : <Trans>about a removed block</Trans>}
          </span>
        )}
      </p>
      {thread.about !== "" && (
        <blockquote className="comment-about small muted">
          <bdi>{thread.about}</bdi>
        </blockquote>
      )}
      <SaidBox
        said={thread}
        isOwn={thread.author.id === ownId}
        mayDelete={thread.replies.every(({ author }) => author.id === ownId)}
        commenting={commenting}
      />
      {thread.replies.length > 0 && (
        <ul className="comment-replies" aria-label={t`Replies`}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <SaidBox said={reply} isOwn={reply.author.id === ownId} mayDelete commenting={commenting} />
            </li>
          ))}
        </ul>
      )}
      {(thread.assignee || thread.resolved) && (
        <p className="comment-tags">
          {thread.assignee && !thread.resolved && (
            <Tag icon={UserRound} tone="info">
              <bdi>{thread.assignee.id === ownId ? t`Yours to deal with` : t`For ${thread.assignee.name}`}</bdi>
            </Tag>
          )}
          {thread.resolved && (
            <Tag icon={CircleCheck} tone="success">
              <bdi>{t`Resolved by ${thread.resolved.by.name}`}</bdi>
            </Tag>
          )}
        </p>
      )}
      {isReplying ? (
        <CommentForm
          label={t`Your reply`}
          action={t`Reply`}
          isPending={add.isPending}
          error={add.error}
          onSend={(words) => add.mutate({ on: "comment", commentId: thread.id, words }, { onSuccess: () => setReplying(false) })}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div className="comment-actions">
          <Button size="s" variant="quiet" onPress={() => setReplying(true)}>
            <Trans>Reply</Trans>
          </Button>
          <Button
            size="s"
            variant="quiet"
            icon={thread.resolved ? RotateCcw : Check}
            isPending={resolve.isPending}
            onPress={() => resolve.mutate({ id: thread.id, resolved: thread.resolved === null }, onFailed)}
          >
            {thread.resolved ? <Trans>Open again</Trans> : <Trans>Resolve</Trans>}
          </Button>
          {!thread.resolved && !isAssigning && (
            <Button size="s" variant="quiet" onPress={() => setAssigning(true)}>
              <Trans>Assign</Trans>
            </Button>
          )}
        </div>
      )}
      {isAssigning && (
        <Select
          label={t`Who deals with it`}
          value={thread.assignee === null ? "nobody" : String(thread.assignee.id)}
          options={[{ id: "nobody", label: t`Nobody` }, ...assignable.map(({ id, name }) => ({ id: String(id), label: name }))]}
          onChange={setAssignee}
        />
      )}
    </li>
  );
}

function toastFailure(error: unknown, title: string) {
  toast({ tone: "danger", title, ...(error instanceof CallError && error.message !== "" && { message: error.message }) });
}

type SaidBoxProps = { said: Said; isOwn: boolean; mayDelete: boolean; commenting: CommentThreadProps["commenting"] };

/** What one person wrote, with what they can do with their own words. */
function SaidBox({ said, isOwn, mayDelete, commenting: { edit, remove } }: SaidBoxProps) {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return (
      <CommentForm
        label={t`Your comment`}
        start={said.words}
        action={t`Save`}
        isPending={edit.isPending}
        error={edit.error}
        onSend={(words) => edit.mutate({ id: said.id, words }, { onSuccess: () => setEditing(false) })}
        onCancel={() => setEditing(false)}
      />
    );
  return (
    <div className="said">
      <p className="said-head small">
        <Avatar name={said.author.name} size="s" />
        <strong>
          <bdi>{said.author.name}</bdi>
        </strong>
        <span className="muted">
          <Time instant={said.writtenAt} showZone={false} />
          {said.editedAt !== null && (
            <>
              {" · "}
              <Trans>edited</Trans>
            </>
          )}
        </span>
      </p>
      <p className="said-words" dir="auto">
        {said.words === "" ? (
          <span className="muted">
            <Trans>These words were erased with their author.</Trans>
          </span>
        ) : (
          said.words
        )}
      </p>
      {isOwn && (
        <div className="comment-actions">
          <Button size="s" variant="quiet" onPress={() => setEditing(true)}>
            <Trans>Edit</Trans>
          </Button>
          {mayDelete && (
            <Button
              size="s"
              variant="quiet"
              isPending={remove.isPending}
              onPress={() => remove.mutate(said.id, { onError: (error) => toastFailure(error, t`The comment was not deleted`) })}
            >
              <Trans>Delete</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
