import { diffWords } from "diff";
import { useMemo } from "react";
import "./word-diff.css";

/** How many words may differ before both texts are shown whole: beyond it, finding what stayed takes long and says little. */
const mostDifferences = 1_500;

/** Two texts as one, with what was taken out and what was put in. lang: their language. */
export function WordDiff({ before, after, lang }: { before: string; after: string; lang: string }) {
  const parts = useMemo(() => {
    const intlSegmenter = new Intl.Segmenter(lang, { granularity: "word" });
    return (
      diffWords(before, after, { maxEditLength: mostDifferences, intlSegmenter }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ]
    );
  }, [before, after, lang]);
  return (
    <bdi className="diff-words" lang={lang}>
      {parts.map(({ value, added, removed }, nth) =>
        added ? <ins key={nth}>{value}</ins> : removed ? <del key={nth}>{value}</del> : <span key={nth}>{value}</span>,
      )}
    </bdi>
  );
}
