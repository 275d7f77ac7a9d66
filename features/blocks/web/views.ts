import type { BlockView } from "../block-kind.ts";
import { view as image } from "../image/view.tsx";
import type { BlockFact, ShownBlock, ShownState } from "../kinds.ts";
import { view as scorm } from "../scorm/view.tsx";
import { view as text } from "../text/view.tsx";

type Kind = ShownBlock["kind"];
type Of<Union, K> = Extract<Union, { kind: K }>;
type View<K extends Kind> = BlockView<Of<ShownBlock, K>, BlockFact, Of<ShownState, K>>;

const players = () => import("./players.ts");
const more =
  <K extends keyof typeof import("./more-views.ts")>(kind: K) =>
  async () =>
    (await import("./more-views.ts"))[kind];

/**
 * The browser's part of the table of block kinds. Short views come with the viewer; a longer one is loaded when a lesson contains its kind, in one file
 * with those that need the same code.
 */
export const blockViews = {
  text,
  image,
  video: async () => (await players()).video,
  audio: async () => (await players()).audio,
  file: more("file"),
  scorm,
  table: more("table"),
  accordion: more("accordion"),
  tabs: more("tabs"),
  steps: more("steps"),
  codeSample: more("codeSample"),
  flipCards: more("flipCards"),
  gallery: more("gallery"),
  hotspots: more("hotspots"),
  attestation: more("attestation"),
  signOff: more("signOff"),
  embed: more("embed"),
  pdf: async () => (await import("../pdf/view.tsx")).view,
  webPackage: more("webPackage"),
  maths: async () => (await import("../maths/view.tsx")).view,
  quiz: async () => (await import("./asking.ts")).quiz,
} satisfies { [K in Kind]: View<K> | (() => Promise<View<K>>) };
