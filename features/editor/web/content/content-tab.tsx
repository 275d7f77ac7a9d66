import { Trans, useLingui } from "@lingui/react/macro";
import { FilePlus, FileUp, FolderPlus, PanelLeft, PanelRight, Redo2, SquarePen, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import * as z from "zod/mini";
import { isPackagePart } from "#features/blocks/block.ts";
import { useJobsAgain } from "#features/jobs/web/hooks.ts";
import { courseMedia } from "#features/media/web/course-media.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useKept, useSteady } from "#ui/use-steady.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { pageIdsOf, renameChapter, shownPage } from "../../working.ts";
import { useRenewDraft } from "../hooks.ts";
import type { Conflict } from "../session/conflicts.ts";
import { useFellowsOn } from "../session/use-fellows.ts";
import type { SessionState } from "../session/session.ts";
import { useCurrentSession, useSessionState } from "../session/use-session.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import "./content.css";
import { CourseRule } from "./course-rule.tsx";
import { keyOf, OutlineTree, placeOf, type Head, type Place } from "./outline-tree.tsx";
import { PageCanvas } from "./page-canvas.tsx";
import { PageFellows } from "./page-fellows.tsx";
import { problemsIn, troublesOf } from "./problems.ts";
import { ProblemsPanel } from "./problems-panel.tsx";
import { SavingNotes } from "./saving-notes.tsx";
import { BlockProperties, ManyProperties, PageProperties } from "./properties.tsx";
import { useActions } from "./use-actions.ts";
import { useCoursePackages } from "./use-course-packages.ts";

const DocumentDialog = lazyOverlay(
  () => import("./document-dialog.tsx"),
  ({ onClose }) => onClose(),
);

/** What the outline says of each page. */
const headsOf = ({ work, heads }: SessionState): ReadonlyMap<string, Head> =>
  new Map(
    pageIdsOf(work.outline).map((id) => {
      const { title = "", minutes, rule } = work.pages[id] ?? heads.get(id) ?? {};
      return [id, { title, minutes: minutes ?? heads.get(id)?.minutes ?? 0, isLocked: rule?.locked === true }];
    }),
  );
const isSameMap = <Value,>(
  one: ReadonlyMap<string, Value>,
  other: ReadonlyMap<string, Value>,
  isSame: (a: Value, b: Value | undefined) => boolean = Object.is,
) => one.size === other.size && [...one].every(([key, value]) => other.has(key) && isSame(value, other.get(key)));
const isSameHeads = (one: ReadonlyMap<string, Head>, other: ReadonlyMap<string, Head>) =>
  isSameMap(one, other, (a, b) => a.title === b?.title && a.minutes === b.minutes && a.isLocked === b.isLocked);

const shape = { page: z.string(), block: z.string(), show: z.enum(["", "rule", "outline"]) };
const defaults = { page: "", block: "", show: "" as "" | "rule" | "outline" };
type Side = "here" | "course" | "problems";
type Pane = "outline" | "canvas" | "properties";

/** Chapters, pages and blocks: the outline, the page as its learners see it, and what is set about it. */
export function ContentTab({ courseId }: { courseId: number }) {
  const { t, i18n } = useLingui();
  const session = useCurrentSession();
  const state = useSessionState(session);
  const actions = useActions(session);
  const renew = useRenewDraft(courseId);
  const { state: at, set } = useUrlState(shape, defaults);
  const { work } = state;
  const ids = pageIdsOf(work.outline);
  const pageId = shownPage(work.outline, at.page);
  const page = pageId === null ? undefined : work.pages[pageId];
  const packages = useCoursePackages(courseId, page?.blocks.some(isPackagePart) ?? false);
  const jobBegun = useJobsAgain();
  const media = useMemo(
    () => ({ ...courseMedia(courseId, { jobBegun }), ...packages, settle: session.flush }),
    [courseId, packages, session, jobBegun],
  );
  const fellows = useFellowsOn(pageId);
  // Pages that somebody else was on first, and that are edited all the same.
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const isHeld = pageId !== null && !taken.has(pageId) && fellows.some(({ isFirst }) => isFirst);
  const block = isHeld ? undefined : page?.blocks.find(({ id }) => id === at.block);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [renaming, setRenaming] = useState<string | null>(null);
  const [side, setSide] = useState<Side>("here");
  const [pane, setPane] = useState<Pane>("canvas");
  const [isImporting, setImporting] = useState(false);
  // The conflict whose dialog was closed without a choice.
  const [later, setLater] = useState<Conflict | null>(null);
  const [newPage, setNewPage] = useState("");
  const canvas = useRef<HTMLDivElement>(null);
  const found = useMemo(() => problemsIn(work), [work]);
  const troubles = useKept(
    useMemo(() => troublesOf(found), [found]),
    isSameMap,
  );
  const heads = useKept(headsOf(state), isSameHeads);
  const many = [...chosen].map(placeOf).flatMap(({ part, id }) => (part === "page" && ids.includes(id) ? [id] : []));

  useEffect(() => {
    if (pageId !== null && state.isReady) void session.load([pageId]);
  }, [session, pageId, state.isReady]);
  const [conflict] = state.conflicts;
  const isSettling = conflict !== undefined && conflict !== later;

  const show = (id: string, blockId = "") => set({ page: id, block: blockId }, { replace: true });
  const begin = (id: string) => {
    setNewPage(id);
    setChosen(new Set([keyOf({ part: "page", id })]));
    setPane("canvas");
    show(id);
  };
  // A new course opens with a chapter and a page, ready to be written.
  const isBegun = useRef(false);
  const isEmpty = state.isReady && work.outline.chapters.length === 0 && state.heads.size === 0;
  useEffect(() => {
    if (!isEmpty || isBegun.current) return;
    isBegun.current = true;
    void actions.addChapter().then(begin);
  });

  const tab = useRef<HTMLDivElement>(null);
  // An address may ask for the completion rule or the outline; the question is answered once.
  const asked = at.show;
  const [answered, setAnswered] = useState<typeof asked>("");
  if (asked !== answered) {
    setAnswered(asked);
    if (asked === "rule") setSide("course");
    if (asked !== "") setPane(asked === "rule" ? "properties" : "outline");
  }
  useEffect(() => {
    if (asked === "") return undefined;
    set({ page: at.page, show: "" }, { replace: true });
    const place = asked === "rule" ? ".content-side[aria-pressed=true]" : ".content-outline .content-tools button:last-child";
    requestAnimationFrame(() => tab.current?.querySelector<HTMLElement>(place)?.focus());
    return undefined;
  }, [asked, at.page, set]);

  function open(id: string, moveFocus: boolean) {
    show(id);
    setSide((now) => (now === "course" ? "here" : now));
    if (!moveFocus) return;
    setPane("canvas");
    requestAnimationFrame(() => canvas.current?.querySelector<HTMLElement>(".canvas-title")?.focus());
  }
  const pagesWith = (place: Place) => (chosen.has(keyOf(place)) && many.length > 1 ? many : [place.id]);
  async function duplicate(place: Place) {
    if (place.part === "chapter") return actions.duplicateChapter(place.id);
    const copies = await actions.duplicatePages(pagesWith(place));
    const [first] = copies;
    if (first !== undefined && copies.length === 1) begin(first);
    return undefined;
  }
  function remove(place: Place) {
    setChosen(new Set());
    if (place.part === "chapter") actions.removeChapters(new Set([place.id]));
    else actions.removePages(new Set(pagesWith(place)));
  }
  const outlineCalls = useSteady({
    onOpen: open,
    onRename: ({ part, id }: Place, title: string) =>
      part === "chapter" ? session.change(renameChapter(id, title)) : void actions.changePages([id], { title }),
    onAddPage: (chapterId: string, afterId: string | null) => void actions.addPage(chapterId, afterId).then(begin),
    onDuplicate: (place: Place) => void duplicate(place),
    onRemove: remove,
  });
  const lastChapter =
    work.outline.chapters.find(({ pageIds }) => pageId !== null && pageIds.includes(pageId)) ?? work.outline.chapters.at(-1);

  function press(event: KeyboardEvent<HTMLElement>) {
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isControl || !event.currentTarget.contains(event.target as Node)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "y" || event.shiftKey) session.redo();
    else session.undo();
  }
  const errors = found.filter((one) => one.of === "course" || one.problem.severity === "error").length;
  const sides: { id: Side; label: string; count?: number }[] = [
    { id: "here", label: many.length > 1 ? t`Pages` : block ? t`Block` : t`Page` },
    { id: "course", label: t`Course` },
    { id: "problems", label: t`Problems`, count: errors },
  ];
  const panes: { id: Pane; label: string; icon: typeof PanelLeft }[] = [
    { id: "outline", label: t`Outline`, icon: PanelLeft },
    { id: "canvas", label: t`Page`, icon: SquarePen },
    { id: "properties", label: t`Properties`, icon: PanelRight },
  ];

  return (
    <div ref={tab} className="content-tab" data-pane={pane} onKeyDownCapture={press}>
      <nav className="content-panes" aria-label={t`Parts of the page`}>
        {panes.map(({ id, label, icon }) => (
          <Button key={id} variant="quiet" icon={icon} aria-pressed={pane === id} onPress={() => setPane(id)}>
            {label}
          </Button>
        ))}
      </nav>
      <section className="content-outline" aria-label={t`Outline`}>
        <div className="content-tools">
          <IconButton icon={Undo2} flip size="s" tipFrom="start" label={t`Undo`} isDisabled={!state.canUndo} onPress={session.undo} />
          <IconButton icon={Redo2} flip size="s" label={t`Redo`} isDisabled={!state.canRedo} onPress={session.redo} />
          <span className="content-gap" />
          <IconButton icon={FileUp} size="s" label={t`Add from a document`} onPress={() => setImporting(true)} />
          <IconButton
            icon={FolderPlus}
            size="s"
            label={t`Add chapter`}
            onPress={() => void actions.addChapter(lastChapter?.id).then(begin)}
          />
          <IconButton
            icon={FilePlus}
            size="s"
            label={t`Add page`}
            onPress={() => void (lastChapter ? actions.addPage(lastChapter.id, pageId) : actions.addChapter()).then(begin)}
          />
        </div>
        <OutlineTree
          session={session}
          chapters={work.outline.chapters}
          heads={heads}
          calls={outlineCalls}
          chosen={chosen}
          onChoose={setChosen}
          pageId={pageId}
          closed={closed}
          onClosed={setClosed}
          renaming={renaming}
          onRenaming={setRenaming}
          troubles={troubles}
        />
      </section>
      <section className="content-canvas" aria-label={t`Page`} ref={canvas}>
        <SavingNotes state={state} isSettling={isSettling} onSettle={() => setLater(null)} pageId={pageId} onShow={show} />
        <PageFellows fellows={fellows} isHeld={isHeld} onTake={() => pageId !== null && setTaken(new Set(taken).add(pageId))} />
        {pageId === null && state.isReady ? (
          <EmptyState
            icon={FilePlus}
            title={t`This course has no pages yet`}
            message={t`Add a page, or make pages from a document.`}
            action={
              <Button
                variant="primary"
                onPress={() => void (lastChapter ? actions.addPage(lastChapter.id) : actions.addChapter()).then(begin)}
              >
                <Trans>Add page</Trans>
              </Button>
            }
          />
        ) : pageId !== null && !page && state.unread.has(pageId) ? (
          <ErrorState
            title={t`This page could not be loaded`}
            safe={state.unread.get(pageId) ?? t`Nothing was changed.`}
            onRetry={() => void session.load([pageId])}
          />
        ) : (
          <BusyRegion isBusy={!page} label={t`Loading the page`} skeleton={<Skeleton count={6} />}>
            {page && (
              <PageCanvas
                key={page.id}
                courseId={courseId}
                page={page}
                session={session}
                actions={actions}
                media={media}
                blockId={block?.id ?? ""}
                onBlock={(id) => {
                  show(page.id, id);
                  if (id !== "") setSide("here");
                }}
                isNew={page.id === newPage}
                isHeld={isHeld}
              />
            )}
          </BusyRegion>
        )}
      </section>
      <aside className="content-properties" aria-label={t`Properties`}>
        <div className="content-sides" role="group" aria-label={t`What the properties are of`}>
          {sides.map(({ id, label, count = 0 }) => (
            <button key={id} type="button" className="content-side" aria-pressed={side === id} onClick={() => setSide(id)}>
              {label}
              {count > 0 && <span className="ui-tab-count num">{i18n.number(count)}</span>}
            </button>
          ))}
        </div>
        {side === "course" && <CourseRule session={session} state={state} />}
        {side === "problems" && (
          <ProblemsPanel
            session={session}
            state={state}
            found={found}
            onJump={({ page: id = "", block: blockId = "", show: shown }) => {
              if (shown) return set({ page: at.page, show: shown }, { replace: true });
              setPane("canvas");
              show(id, blockId);
              requestAnimationFrame(() => canvas.current?.querySelector(`[data-block="${blockId}"]`)?.scrollIntoView({ block: "center" }));
              return undefined;
            }}
          />
        )}
        {side === "here" &&
          (many.length > 1 ? (
            <ManyProperties session={session} state={state} ids={many} actions={actions} />
          ) : page && block ? (
            <BlockProperties key={block.id} courseId={courseId} session={session} page={page} block={block} media={media} />
          ) : page && isHeld ? (
            <p className="muted">{t`What is set about this page can be changed once it can be edited.`}</p>
          ) : page ? (
            <PageProperties
              key={page.id}
              session={session}
              state={state}
              actions={actions}
              page={page}
              media={media}
              onBlock={(id) => show(page.id, id)}
            />
          ) : null)}
      </aside>
      <ConflictDialog session={session} state={state} isOpen={isSettling} onClose={() => setLater(conflict ?? null)} />
      <DocumentDialog
        courseId={courseId}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onAdded={() => void session.flush().then(renew)}
      />
    </div>
  );
}
