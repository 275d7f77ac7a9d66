import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import type { EditorMedia } from "#features/blocks/block-editor.ts";
import { problemsOfBlocks } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { blockMenu } from "#features/blocks/web/editors.ts";
import type { CompletionRule, Page } from "#features/courses/content.ts";
import { NumberField } from "#features/questions/web/number-field.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import { commonRule, isMixed, ruleAfter } from "../../page-rules.ts";
import { most } from "../../policy.ts";
import { requiredIn, requiresAll, rulesIn, withRequired } from "../../required.ts";
import { changeBlock, changePages, movePages, pageIdsOf, setCompletion } from "../../working.ts";
import type { Session, SessionState } from "../session/session.ts";
import { LinkedPart } from "../reuse/linked-part.tsx";
import { BlockList } from "./block-list.tsx";
import { useBlockEditor } from "./block-frame.tsx";
import { PageRuleFields } from "./page-rule-fields.tsx";
import type { Actions } from "./use-actions.ts";

interface BlockPropertiesProps {
  readonly courseId: number;
  readonly session: Session;
  readonly page: Page;
  readonly block: Block;
  readonly media: EditorMedia;
}

/** What stands beside the selected block: its settings, and what is to be mended in it. */
export function BlockProperties({ courseId, session, page, block, media }: BlockPropertiesProps) {
  const { i18n, t } = useLingui();
  const editor = useBlockEditor(block.kind);
  const Settings = editor?.Settings;
  const { id: pageId } = page;
  const problems = problemsOfBlocks(page.blocks).flatMap((one) => (one.block === block ? [one.problem] : []));
  return (
    <section className="stack">
      <h2 className="properties-title">{i18n._(blockMenu[block.kind].name)}</h2>
      {Settings ? (
        <Settings block={block} media={media} onChange={(next) => session.change(changeBlock(pageId, next), `settings:${block.id}`)} />
      ) : (
        editor && <p className="muted small">{t`Everything about this block is edited in its place.`}</p>
      )}
      {editor && problems.length > 0 && (
        <div className="stack-s">
          <h3>
            <Trans>To be mended</Trans>
          </h3>
          <ul className="small stack-s">
            {problems.map(({ code, values, at }) => {
              const words = editor.problemWords[code];
              return <li key={`${code}${at}`}>{words && i18n._({ ...words, values: { ...words.values, ...values } })}</li>;
            })}
          </ul>
        </div>
      )}
      {block.from && <LinkedPart courseId={courseId} session={session} pageId={pageId} block={block} from={block.from} />}
    </section>
  );
}

interface PagePropertiesProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly actions: Actions;
  readonly page: Page;
  readonly media: EditorMedia;
  readonly onBlock: (blockId: string) => void;
}

/** Minutes and completion rule of a page, and its blocks. */
export function PageProperties({ session, state: { work, heads }, actions, page, media, onBlock }: PagePropertiesProps) {
  const { t } = useLingui();
  const pages = pageIdsOf(work.outline).map((id) => ({ id, title: (work.pages[id] ?? heads.get(id))?.title.trim() || t`Untitled page` }));
  return (
    <section className="stack">
      <h2 className="properties-title">
        <Trans>Page</Trans>
      </h2>
      <NumberField
        label={t`Minutes`}
        description={t`How long learners usually need.`}
        isWhole
        min={0}
        max={100_000}
        value={page.minutes}
        onChange={(minutes) => session.change(changePages([page.id], { minutes }), `minutes:${page.id}`)}
      />
      <PageRuleFields
        rule={page.rule}
        kinds={new Set(page.blocks.map(({ kind }) => kind))}
        onChange={(rule) => session.change(changePages([page.id], { rule }), `rule:${page.id}`)}
      />
      <RequiredField session={session} completion={work.completion} ids={[page.id]} />
      <BlockList session={session} actions={actions} page={page} pages={pages} media={media} onOpen={onBlock} />
    </section>
  );
}

/** Whether the course cannot be completed without some pages, whatever else its rule asks (EDT-1). */
function RequiredField({ session, completion, ids }: { session: Session; completion: CompletionRule; ids: readonly string[] }) {
  const { t } = useLingui();
  const asksForAll = requiresAll(completion);
  const required = requiredIn(completion);
  const count = ids.filter((id) => required.has(id)).length;
  const isOn = asksForAll || count === ids.length;
  const after = withRequired(completion, new Set(ids), !isOn);
  // Whatever is left asks for every page then, and for one page more than a rule takes the server would refuse all of it.
  const why = asksForAll
    ? t`The course asks for every page. What it asks for is set under Course.`
    : isOn && requiresAll(after)
      ? t`The course asks for nothing else. What it asks for is set under Course.`
      : rulesIn(after) > most.rules
        ? t`A completion rule has at most 30 conditions. Choose fewer pages.`
        : undefined;
  return (
    <Checkbox
      value={isOn}
      isIndeterminate={!isOn && count > 0}
      disabled={why !== undefined}
      onChange={(isRequired) => session.change((work) => setCompletion(withRequired(work.completion, new Set(ids), isRequired))(work))}
      {...(why !== undefined && { description: why })}
    >
      {t`Required to complete the course`}
    </Checkbox>
  );
}

interface ManyPropertiesProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly ids: readonly string[];
  readonly actions: Actions;
}

/** What can be done with several pages at once. */
export function ManyProperties({ session, state, ids, actions }: ManyPropertiesProps) {
  const { t, i18n } = useLingui();
  const wanted = ids.join();
  useEffect(() => void session.load(wanted.split(",")), [session, wanted]);
  const pages = ids.flatMap((id) => state.work.pages[id] ?? []);
  const [first] = pages;
  const count = i18n.number(ids.length);
  const rules = pages.map((page) => page.rule);
  const rule = commonRule(rules);
  return (
    <section className="stack">
      <h2 className="properties-title">{t`${count} pages`}</h2>
      <NumberField
        label={t`Minutes of each page`}
        isWhole
        min={0}
        max={100_000}
        value={first?.minutes ?? 0}
        onChange={(minutes) => void actions.changePages(ids, { minutes }, "minutes")}
      />
      <PageRuleFields
        rule={rule}
        kinds={new Set(pages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))}
        onChange={(next) => void actions.changePages(ids, (page) => ({ rule: ruleAfter(page, rule, next) }), "rule")}
      />
      <RequiredField session={session} completion={state.work.completion} ids={ids} />
      {isMixed(rules) && (
        <p className="muted">
          <Trans>Some of these pages have more conditions of their own, which stay.</Trans>
        </p>
      )}
      <Select
        label={t`Move to chapter`}
        value={null}
        placeholder={t`Choose a chapter`}
        options={state.work.outline.chapters.map(({ id, title }) => ({ id, label: title || t`Untitled chapter` }))}
        onChange={(chapterId) => session.change(movePages(new Set(ids), chapterId, null))}
      />
      <Button icon={Trash2} variant="danger" onPress={() => actions.removePages(new Set(ids))}>
        <Trans>Delete these pages</Trans>
      </Button>
    </section>
  );
}
