import { Trans, useLingui } from "@lingui/react/macro";
import { EmptyState } from "#ui/empty-state.tsx";
import { Time } from "#ui/time.tsx";
import type { EditorDraft } from "../../contract.ts";

/** The published versions of an online course, newest first. */
export function CourseVersions({ draft }: { draft: EditorDraft }) {
  const { t, i18n } = useLingui();
  return (
    <section className="stack">
      <h2>
        <Trans>Versions</Trans>
      </h2>
      {draft.versions.length === 0 ? (
        <EmptyState headingLevel={3} title={t`Nothing is published yet`} message={t`Each version that you publish is listed here.`} />
      ) : (
        <ol className="stack">
          {draft.versions.map((version) => {
            const number = i18n.number(version.number);
            return (
              <li key={version.number}>
                <strong>{version.isCurrent ? t`Version ${number}, current` : t`Version ${number}`}</strong>{" "}
                <span className="muted small">
                  <Time instant={version.publishedAt} />
                </span>
                {version.note && (
                  <p>
                    <bdi>{version.note}</bdi>
                  </p>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
