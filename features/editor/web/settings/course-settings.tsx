import { Trans } from "@lingui/react/macro";
import type { EditorDraft } from "../../contract.ts";

/** The settings of an online course. */
export function CourseSettings({ draft }: { draft: EditorDraft }) {
  return (
    <section className="stack">
      <h2>
        <Trans>Settings</Trans>
      </h2>
      <p>
        <bdi>{draft.title}</bdi>
      </p>
    </section>
  );
}
