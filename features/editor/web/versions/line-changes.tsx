import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { changedLines, linesOf, type LineChange, type Value } from "../../block-lines.ts";
import { useFieldName } from "./field-words.ts";
import { WordDiff } from "#ui/word-diff.tsx";

interface LineChangesProps {
  /** A block or a page's rule; null where there was none, or is none. */
  readonly before: object | null;
  readonly after: object | null;
  readonly lang: string;
}

/** What changed in a block, a line for each of its texts and settings. */
export function LineChanges({ before, after, lang }: LineChangesProps) {
  const { t } = useLingui();
  const nameOf = useFieldName();
  const changes = useMemo(() => (before && after ? changedLines(before, after) : all(before, after)), [before, after]);
  if (before && after && changes.length === 0) return <p className="muted small">{t`Details changed that learners do not see.`}</p>;
  return (
    <dl className="diff-lines">
      {changes.map((change) => (
        <div key={change.at}>
          <dt>{nameOf(change)}</dt>
          <dd>
            <Changed before={change.before} after={change.after} lang={lang} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The texts of a block that was added or removed; of its settings nothing need be said. */
function all(before: object | null, after: object | null): LineChange[] {
  const lines = linesOf(before ?? after ?? {}).filter(({ value }) => value.as === "words" && value.text.trim() !== "");
  return lines.map(({ value, ...line }) => ({ ...line, before: before ? value : null, after: after ? value : null }));
}

function Changed({ before, after, lang }: { before: Value | null; after: Value | null; lang: string }) {
  const { t, i18n } = useLingui();
  if (before?.as === "words" || after?.as === "words") {
    const [was, is] = [before, after].map((value) => (value?.as === "words" ? value.text : ""));
    if (was === is) return <span className="muted">{t`The formatting changed.`}</span>;
    return <WordDiff before={was ?? ""} after={is ?? ""} lang={lang} />;
  }
  if (before?.as === "order" || after?.as === "order") return <span className="muted">{t`The order changed.`}</span>;
  if (before?.as === "file" || after?.as === "file")
    return <span className="muted">{before && after ? t`Another file.` : after ? t`A file was added.` : t`The file was taken out.`}</span>;
  const written = (value: Value | null) => {
    if (value?.as !== "setting") return null;
    return typeof value.value === "boolean" ? (value.value ? t`yes` : t`no`) : i18n.number(value.value, { maximumFractionDigits: 3 });
  };
  const [was, is] = [written(before), written(after)];
  return (
    <span className="num">
      {was !== null && <del>{was}</del>} {is !== null && <ins>{is}</ins>}
    </span>
  );
}
