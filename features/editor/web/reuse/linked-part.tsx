import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plainBlock } from "#features/blocks/block.ts";
import type { Origin } from "#features/blocks/block-kind.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { Reusable } from "../../reusable-contract.ts";
import { same } from "#platform/same.ts";
import { changeBlock, linkBlock, madeFrom } from "../../working.ts";
import { draftQuery } from "../hooks.ts";
import type { Session } from "../session/session.ts";
import { LineChanges } from "../versions/line-changes.tsx";
import "../versions/versions.css";
import { failureWords } from "./failure-words.ts";
import { reusableQuery, useSaveReusable, useTakeReusable } from "./hooks.ts";
import { UsesDialog } from "./uses-dialog.tsx";

interface LinkedPartProps {
  readonly courseId: number;
  readonly session: Session;
  readonly pageId: string;
  readonly block: Block;
  readonly from: Origin;
}

/** What a linked block has to do with its reusable one: an update to take or decline, saving to it, where else it is used, unlinking. */
export function LinkedPart({ courseId, session, pageId, block, from }: LinkedPartProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(reusableQuery(from.reusableId));
  const [isFinding, setFinding] = useState(false);
  const unlink = () => {
    session.change(linkBlock(pageId, block.id, null));
    announce(t`Unlinked`);
  };
  const isGone = error instanceof CallError && error.status === 404;
  return (
    <section className="stack-s">
      <h3>
        <Trans>Reusable block</Trans>
      </h3>
      {data ? (
        <>
          <p className="small">
            <Trans>
              Linked to <bdi>{data.title}</bdi>.
            </Trans>
          </p>
          <Standing courseId={courseId} session={session} pageId={pageId} block={block} from={from} source={data} />
        </>
      ) : isGone ? (
        <p className="muted small">{t`The reusable block is not in this portal. This block stays as it is.`}</p>
      ) : error ? (
        <Banner tone="warning" action={<Button size="s" onPress={() => void refetch()}>{t`Try again`}</Button>}>
          {t`The reusable block could not be loaded.`}
        </Banner>
      ) : (
        <Skeleton count={2} />
      )}
      <div className="row">
        {data && (
          <Button size="s" onPress={() => setFinding(true)}>
            <Trans>Where it is used</Trans>
          </Button>
        )}
        <Button size="s" onPress={unlink}>
          <Trans>Unlink</Trans>
        </Button>
      </div>
      {isFinding && data && <UsesDialog reusableId={data.id} title={data.title} onClose={() => setFinding(false)} />}
    </section>
  );
}

/** The content of a block alone, to be compared with that of another one. */
const contentOf = (block: Block) => ({ ...plainBlock(block), id: "" });

function Standing({ courseId, session, pageId, block, from, source }: LinkedPartProps & { readonly source: Reusable }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const lang = client.getQueryData(draftQuery(courseId).queryKey)?.language ?? "en";
  const take = useTakeReusable(courseId);
  const save = useSaveReusable(courseId);
  const { reusableId } = from;
  const isSame = same(contentOf(block), contentOf(source.block));
  const link = (revision: number) => session.change(linkBlock(pageId, block.id, { reusableId, revision }));
  const failure = failureWords(save.error ?? take.error);
  const told = failure && (
    <Banner tone="danger" role="alert">
      {failure}
    </Banner>
  );
  if (source.isArchived)
    return <p className="muted small">{t`It was archived: nothing new comes from it, and this block stays as it is.`}</p>;
  if (source.revision > from.revision)
    return (
      <div className="stack-s">
        {told}
        <Banner tone="info" title={t`Update available`}>
          {source.updatedBy !== null && (
            <p className="small">
              <Trans>
                Saved by <bdi>{source.updatedBy}</bdi>. It differs from this block in this:
              </Trans>
            </p>
          )}
        </Banner>
        {isSame ? (
          <p className="muted small">{t`This block says the same already.`}</p>
        ) : (
          <LineChanges before={contentOf(block)} after={contentOf(source.block)} lang={lang} />
        )}
        <div className="row">
          <Button
            size="s"
            variant="primary"
            isPending={take.isPending}
            onPress={() =>
              take.mutate(reusableId, {
                onSuccess: ({ block: taken, revision }) => {
                  session.change(changeBlock(pageId, madeFrom(taken, block.id, { reusableId, revision })));
                  toast({ title: t`The update was taken`, action: { label: t`Undo`, onPress: session.undo } });
                },
              })
            }
          >
            <Trans>Take the update</Trans>
          </Button>
          <Button
            size="s"
            onPress={() => {
              link(source.revision);
              announce(t`Yours is kept`);
            }}
          >
            <Trans>Keep mine</Trans>
          </Button>
        </div>
      </div>
    );
  if (isSame) return <p className="muted small">{t`It says what the reusable block says.`}</p>;
  return (
    <div className="stack-s">
      {told}
      <p className="small">{t`This block was changed here and says something else than the reusable one.`}</p>
      {source.mayChange && (
        <Button
          size="s"
          isPending={save.isPending}
          onPress={() =>
            save.mutate(
              { reusableId, block, revision: from.revision },
              {
                onSuccess: ({ revision }) => {
                  link(revision);
                  toast({
                    tone: "success",
                    title: t`Saved to the reusable block`,
                    message: t`Where it is linked, it is offered as an update.`,
                  });
                },
              },
            )
          }
        >
          <Trans>Save to the reusable block</Trans>
        </Button>
      )}
    </div>
  );
}
