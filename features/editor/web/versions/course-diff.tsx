import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { blockMenu } from "#features/blocks/web/editors.ts";
import { shownRule } from "#features/courses/shown-rule.ts";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { PassingWords } from "#features/courses/web/passing-words.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Published } from "../../changes.ts";
import { differs, diffOf, type BlockDiff, type ChapterDiff, type PageDiff } from "../../diff.ts";
import { same } from "#platform/same.ts";
import type { LanguageChanges } from "../../translation-contract.ts";
import { LineChanges } from "./line-changes.tsx";
import { StateTag, type State } from "./state-tag.tsx";
import { TranslationChanges } from "./translation-changes.tsx";
import { WordDiff } from "#ui/word-diff.tsx";

/** How many changed pages are shown open; of more, each is opened by whoever wants to read it. */
const mostOpen = 12;

interface Props {
  readonly from: Published;
  readonly to: Published;
  /** The language of the course. */
  readonly lang: string;
  /** What differs in other languages. */
  readonly languages: readonly LanguageChanges[];
}

/** What differs between two versions: chapters, pages and blocks that were added, removed, moved or changed, and their translations (EDT-9). */
export function CourseDiff({ from, to, lang, languages }: Props) {
  const { t } = useLingui();
  const diff = useMemo(() => diffOf(from, to), [from, to]);
  const changed = diff.chapters.flatMap(({ pages }) => pages.filter(differs));
  if (diff.isSame && languages.length === 0)
    return (
      <p className="muted" role="status">
        <Trans>These two are the same.</Trans>
      </p>
    );
  return (
    <div className="stack" role="region" aria-label={t`Differences`}>
      <p role="status">
        <Plural value={changed.length} _0="No page differs." one="# page differs." other="# pages differ." />
      </p>
      {diff.rule && (
        <section className="diff-chapter">
          <h4>
            <Trans>When the course is complete</Trans>
          </h4>
          <del className="diff-rule">
            <CourseRuleWords completion={shownRule(diff.rule.before, from.content)} />
            <PassingWords rule={diff.rule.before} />
          </del>
          <ins className="diff-rule">
            <CourseRuleWords completion={shownRule(diff.rule.after, to.content)} />
            <PassingWords rule={diff.rule.after} />
          </ins>
        </section>
      )}
      {diff.chapters.map((chapter) => (
        <Chapter key={chapter.id} chapter={chapter} lang={lang} startsOpen={changed.length <= mostOpen} />
      ))}
      <TranslationChanges languages={languages} />
    </div>
  );
}

function statesOf({
  before,
  after,
  movedFrom,
  isChanged,
}: Pick<BlockDiff, "movedFrom" | "isChanged"> & { before: unknown; after: unknown }): State[] {
  if (before === null) return ["added"];
  if (after === null) return ["removed"];
  return [...(movedFrom === null ? [] : (["moved"] as const)), ...(isChanged ? (["changed"] as const) : [])];
}

function Chapter({ chapter, lang, startsOpen }: { chapter: ChapterDiff; lang: string; startsOpen: boolean }) {
  const { t } = useLingui();
  const { before, after, isMoved, pages } = chapter;
  const shown = pages.filter(differs);
  const states = statesOf({ before, after, movedFrom: isMoved ? "" : null, isChanged: before !== after });
  if (shown.length === 0 && states.length === 0) return null;
  const still = pages.length - shown.length;
  return (
    <section className="diff-chapter">
      <h4 className="diff-head">
        {before !== null && after !== null ? (
          <WordDiff before={before || t`Untitled chapter`} after={after || t`Untitled chapter`} lang={lang} />
        ) : (
          <bdi>{(after ?? before) || t`Untitled chapter`}</bdi>
        )}
        {states.map((state) => (
          <StateTag key={state} state={state} />
        ))}
      </h4>
      {shown.map((page) => (
        <PagePart key={page.id} page={page} lang={lang} startsOpen={startsOpen} />
      ))}
      {still > 0 && (
        <p className="muted small">
          <Plural value={still} one="# page is the same." other="# pages are the same." />
        </p>
      )}
    </section>
  );
}

function PagePart({ page, lang, startsOpen }: { page: PageDiff; lang: string; startsOpen: boolean }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(startsOpen);
  const { before, after, movedFrom } = page;
  const blocks = page.blocks.filter((block) => block.isChanged || block.movedFrom !== null);
  const isChanged = blocks.length > 0 || !same(headOf(before), headOf(after));
  const states = statesOf({ before, after, movedFrom, isChanged });
  const title = (after ?? before)?.title || t`Page without a title`;
  const settings = (one: PageDiff["before"]) => one && { minutes: one.minutes, ...one.rule };
  return (
    <div className="diff-page">
      <Disclosure
        title={title}
        headingLevel={4}
        isExpanded={isOpen}
        onExpandedChange={setOpen}
        meta={
          <span className="diff-tags">
            {states.map((state) => (
              <StateTag key={state} state={state} />
            ))}
          </span>
        }
      >
        {isOpen && (
          <div className="stack-s">
            {movedFrom !== null && movedFrom !== "" && (
              <p className="muted small">
                <Trans>
                  It was in the chapter <bdi>{movedFrom}</bdi>.
                </Trans>
              </p>
            )}
            {before && after && before.title !== after.title && (
              <p>
                <WordDiff before={before.title} after={after.title} lang={lang} />
              </p>
            )}
            {before && after && !same(settings(before), settings(after)) && (
              <LineChanges before={settings(before)} after={settings(after)} lang={lang} />
            )}
            {blocks.map((block) => (
              <BlockPart key={block.id} block={block} lang={lang} />
            ))}
          </div>
        )}
      </Disclosure>
    </div>
  );
}

const headOf = (page: PageDiff["before"]) => page && { ...page, blocks: [] };

function BlockPart({ block, lang }: { block: BlockDiff; lang: string }) {
  const { i18n } = useLingui();
  const { before, after, movedFrom } = block;
  const shown = after ?? before;
  if (!shown) return null;
  const { name, icon } = blockMenu[shown.kind];
  const states = statesOf(block);
  return (
    <div className="diff-block" data-state={states[0]}>
      <p className="diff-head small">
        <Icon of={icon} size="s" />
        {i18n._(name)}
        {states.map((state) => (
          <StateTag key={state} state={state} />
        ))}
        {movedFrom !== null && movedFrom !== "" && (
          <span className="muted">
            <Trans>
              from the page <bdi>{movedFrom}</bdi>
            </Trans>
          </span>
        )}
      </p>
      {block.isChanged && <LineChanges before={before} after={after} lang={lang} />}
    </div>
  );
}
