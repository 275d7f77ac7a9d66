import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  AudioLines,
  BadgeCheck,
  Clapperboard,
  Code,
  BookOpen,
  FileDown,
  Globe,
  Image,
  Images,
  ListChecks,
  ListCollapse,
  ListOrdered,
  MapPin,
  AppWindow,
  Package,
  PanelTop,
  Pilcrow,
  Sigma,
  Signature,
  SquareStack,
  Table,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { BlockEditor } from "../block-editor.ts";
import type { Block, BlockOf } from "../kinds.ts";

type Kind = Block["kind"];

/** The author's part of the table of block kinds: each editor is loaded when a block of its kind is edited or made. Nothing that learners load imports this. */
export const blockEditors = {
  text: () => import("../text/editor.tsx"),
  image: () => import("../image/editor.tsx"),
  video: () => import("../video/editor.tsx"),
  audio: () => import("../audio/editor.tsx"),
  file: () => import("../file/editor.tsx"),
  table: () => import("../table/editor.tsx"),
  accordion: () => import("../accordion/editor.tsx"),
  tabs: () => import("../tabs/editor.tsx"),
  steps: () => import("../steps/editor.tsx"),
  codeSample: () => import("../codeSample/editor.tsx"),
  scorm: () => import("../scorm/editor.tsx"),
  quiz: () => import("../quiz/editor.tsx"),
  flipCards: () => import("../flipCards/editor.tsx"),
  gallery: () => import("../gallery/editor.tsx"),
  hotspots: () => import("../hotspots/editor.tsx"),
  attestation: () => import("../attestation/editor.tsx"),
  signOff: () => import("../signOff/editor.tsx"),
  embed: () => import("../embed/editor.tsx"),
  maths: () => import("../maths/editor.tsx"),
  pdf: () => import("../pdf/editor.tsx"),
  webPackage: () => import("../webPackage/editor.tsx"),
} satisfies { [K in Kind]: () => Promise<{ editor: BlockEditor<BlockOf<K>> }> };

/** The groups of the menu for adding a block, in their order. */
export const blockGroups = {
  text: msg`Text`,
  media: msg`Media`,
  interaction: msg`Interaction`,
  check: msg`Knowledge`,
  package: msg`Packages`,
} as const;

/** How a kind is offered where blocks are added. */
export interface BlockMenuEntry {
  readonly name: MessageDescriptor;
  readonly hint: MessageDescriptor;
  readonly icon: LucideIcon;
  readonly group: keyof typeof blockGroups;
}

/** The menu for adding a block, a line a kind, in the order of the menu. */
export const blockMenu = {
  text: { name: msg`Text`, hint: msg`Paragraphs, headings, lists, callouts`, icon: Pilcrow, group: "text" },
  image: { name: msg`Picture`, hint: msg`With alternative text and caption`, icon: Image, group: "media" },
  video: { name: msg`Video`, hint: msg`With captions and transcript`, icon: Clapperboard, group: "media" },
  audio: { name: msg`Recording`, hint: msg`Something to hear, with its words`, icon: AudioLines, group: "media" },
  file: { name: msg`File`, hint: msg`Something to download`, icon: FileDown, group: "media" },
  pdf: { name: msg`PDF`, hint: msg`Read in the page`, icon: BookOpen, group: "media" },
  table: { name: msg`Table`, hint: msg`Rows and columns with what names them`, icon: Table, group: "text" },
  accordion: { name: msg`Accordion`, hint: msg`Titles that open the text under them`, icon: ListCollapse, group: "text" },
  tabs: { name: msg`Tabs`, hint: msg`One of several texts at a time`, icon: PanelTop, group: "text" },
  steps: { name: msg`Steps`, hint: msg`What to do, in order`, icon: ListOrdered, group: "text" },
  codeSample: { name: msg`Code`, hint: msg`With a button that copies it`, icon: Code, group: "text" },
  quiz: { name: msg`Quiz`, hint: msg`Questions of five kinds, with points and feedback`, icon: ListChecks, group: "check" },
  scorm: { name: msg`SCORM object`, hint: msg`A part of a SCORM package, as a zip`, icon: Package, group: "package" },
  webPackage: { name: msg`Web pages`, hint: msg`A website of your own, as a zip`, icon: AppWindow, group: "media" },
  maths: { name: msg`Formula`, hint: msg`Written in LaTeX`, icon: Sigma, group: "text" },
  gallery: { name: msg`Gallery`, hint: msg`Pictures that open large`, icon: Images, group: "media" },
  embed: { name: msg`Content of others`, hint: msg`A video or a map that stands elsewhere`, icon: Globe, group: "media" },
  flipCards: { name: msg`Flip cards`, hint: msg`Cards that turn over`, icon: SquareStack, group: "interaction" },
  hotspots: { name: msg`Picture with points`, hint: msg`Points that tell more`, icon: MapPin, group: "interaction" },
  attestation: { name: msg`Statement to confirm`, hint: msg`What the learner confirms`, icon: BadgeCheck, group: "check" },
  signOff: { name: msg`Sign-off by an assessor`, hint: msg`Somebody watches the learner and signs`, icon: Signature, group: "check" },
} satisfies { [K in Kind]: BlockMenuEntry };
