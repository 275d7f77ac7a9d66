// The page for kinds-shown.test.ts: every kind of block, either full as its learner sees it, or new as it stands on an author's canvas.
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "#ui/styles.css";
import "#features/viewer/web/lesson.css";
import { shownBlock } from "#features/blocks/block.ts";
import type { BlockLearner } from "#features/blocks/block-kind.ts";
import { blockKinds, type Block, type BlockFact } from "#features/blocks/kinds.ts";
import { BlockPart } from "#features/blocks/web/block-parts.tsx";
import { UiProvider } from "#ui/ui-provider.tsx";
import { BlockFrame, type BlockCalls } from "../web/content/block-frame.tsx";
import { editorOf } from "../web/content/use-actions.ts";
import "../web/content/content.css";

const kinds = Object.keys(blockKinds) as Block["kind"][];
const nothing = () => undefined;
const learner: BlockLearner<BlockFact> = {
  report: nothing,
  stand: nothing,
  touch: nothing,
  isHandedIn: false,
  isOnDevice: null,
  refusal: undefined,
  isOffline: false,
  shortcuts: false,
  playPackage: () => <p>A part of a package</p>,
};
const calls: BlockCalls = {
  onReuse: nothing,
  onSelect: nothing,
  onLeave: nothing,
  onChange: nothing,
  onStep: nothing,
  onCopy: nothing,
  onDuplicate: nothing,
  onRemove: nothing,
  onInsert: nothing,
};
const media = { send: () => Promise.reject(new Error("No files here.")), urlOf: () => "data:," };
/** Words that wrap, and one that is longer than a phone is wide. */
const long =
  "Every rope is looked at before it is climbed, Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft too.";

function NewBlocks() {
  const [blocks, setBlocks] = useState<Block[]>([]);
  useEffect(() => {
    void Promise.all(kinds.map(async (kind) => (await editorOf(kind)).create(kind))).then(setBlocks);
  }, []);
  return blocks.map((block, nth) => (
    <div key={block.id} data-kind-of={block.kind} className="canvas-block">
      <BlockFrame
        block={block}
        nth={nth}
        total={blocks.length}
        isSelected={false}
        isHeld={false}
        autoFocus={false}
        media={media}
        mark={null}
        calls={calls}
      />
    </div>
  ));
}

const FullBlocks = () =>
  kinds.map((kind) => (
    <section key={kind} data-kind-of={kind} className="lesson-body">
      <BlockPart block={shownBlock(blockKinds[kind].sample(long, 7))} state={null} learner={learner} />
    </section>
  ));

i18n.loadAndActivate({ locale: "en", messages: {} });
const isNew = new URLSearchParams(location.search).has("new");
const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <BrowserRouter>
          <UiProvider locale="en" zone="UTC">
            <main>
              <h1>Kinds</h1>
              <div className={isNew ? "canvas" : "lesson"}>{isNew ? <NewBlocks /> : <FullBlocks />}</div>
            </main>
          </UiProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
