import { Plural, Trans } from "@lingui/react/macro";
import type { Result } from "#platform/contract.ts";
import type { EditorDraft } from "../../contract.ts";
import type { checkPublish } from "../../publish-contract.ts";

/** How much a new version changes, and what that means, in words. */
export function ChangeWords({ draft, check }: { draft: EditorDraft; check: Result<typeof checkPublish> }) {
  const { change, changes, groups } = check;
  if (change === "nothing" && draft.status === "published")
    return (
      <p>
        <Trans>Learners have everything that is here. There is nothing new to publish.</Trans>
      </p>
    );
  return (
    <div className="stack-s">
      {draft.status !== "published" && (
        <p>
          {draft.selfEnrol ? (
            <Trans>
              <bdi>{draft.title}</bdi> appears in the catalog, and everyone in this portal can enrol.
            </Trans>
          ) : (
            <Trans>
              <bdi>{draft.title}</bdi> appears in the catalog for everyone to see; only people it is assigned to can start.
            </Trans>
          )}
        </p>
      )}
      {change === "minor" && (
        <p>
          {draft.type === "online" ? (
            <Trans>Only texts and pictures changed, nothing that people answer or that counts.</Trans>
          ) : (
            <Trans>Only how it is shown changed, nothing that counts.</Trans>
          )}{" "}
          <Plural
            value={groups.inProgress}
            _0="Nobody is in the middle of it."
            one="# person in progress goes on in the new version and keeps everything."
            other="# people in progress go on in the new version and keep everything."
          />
        </p>
      )}
      {change === "major" && changes && (
        <p>
          {draft.type === "online" ? (
            <PageNumbers pages={changes.pages} />
          ) : changes.blocks.changed + changes.blocks.added + changes.blocks.removed > 0 ? (
            <Trans>The package is another one. Nothing that was done in the current one counts in it.</Trans>
          ) : (
            <Trans>How the course counts has changed. Its package is the same.</Trans>
          )}
        </p>
      )}
    </div>
  );
}

function PageNumbers({ pages: { changed, added, removed } }: { pages: { changed: number; added: number; removed: number } }) {
  if (changed + added + removed === 0) return <Trans>The order of the pages, or the completion rule, changed.</Trans>;
  return (
    <>
      {changed > 0 && <Plural value={changed} one="# page changed." other="# pages changed." />}{" "}
      {added > 0 && <Plural value={added} one="# page is new." other="# pages are new." />}{" "}
      {removed > 0 && <Plural value={removed} one="# page is gone." other="# pages are gone." />}
    </>
  );
}
