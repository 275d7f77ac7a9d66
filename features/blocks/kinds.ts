import * as z from "zod/mini";
import { Origin, SubmitFact, type BlockKind, type BlockLearning } from "./block-kind.ts";
import { audio, AudioBlock, AudioFact, audioLearning, audioRule, AudioState } from "./audio/audio.ts";
import { accordion, AccordionBlock } from "./accordion/accordion.ts";
import { codeSample, CodeSampleBlock } from "./codeSample/code-sample.ts";
import { ReadyFact, signOff, SignOffBlock, signOffLearning, signOffRule, SignOffState } from "./signOff/sign-off.ts";
import { steps, StepsBlock } from "./steps/steps.ts";
import { table, TableBlock } from "./table/table.ts";
import { tabs, TabsBlock } from "./tabs/tabs.ts";
import { flipCards, FlipCardsBlock } from "./flipCards/flip-cards.ts";
import { gallery, GalleryBlock } from "./gallery/gallery.ts";
import { hotspots, HotspotsBlock } from "./hotspots/hotspots.ts";
import { embed, EmbedBlock } from "./embed/embed.ts";
import { maths, MathsBlock } from "./maths/maths.ts";
import {
  attestation,
  AttestationBlock,
  attestationLearning,
  attestationRule,
  AttestationState,
  AttestFact,
} from "./attestation/attestation.ts";
import { file, FileBlock } from "./file/file.ts";
import { pdf, PdfBlock } from "./pdf/pdf.ts";
import { webPackage, WebPackageBlock } from "./webPackage/web-package.ts";
import { image, ImageBlock } from "./image/image.ts";
import { AnswersFact, quiz, QuizBlock, quizLearning, quizRule, QuizState, ShownQuiz } from "./quiz/quiz.ts";
import { scorm, ScormBlock, scormLearning, scormRule } from "./scorm/scorm.ts";
import { text, TextBlock } from "./text/text.ts";
import { ShownVideo, video, VideoBlock, VideoFact, videoLearning, videoRule, VideoState } from "./video/video.ts";

/** The table of block kinds, with web/views.ts: besides its own folder, the only place to change for a new kind (docs/adding-a-block.md). */

const StoredKind = z.discriminatedUnion("kind", [
  TextBlock,
  ImageBlock,
  VideoBlock,
  AudioBlock,
  FileBlock,
  ScormBlock,
  TableBlock,
  AccordionBlock,
  TabsBlock,
  StepsBlock,
  CodeSampleBlock,
  FlipCardsBlock,
  GalleryBlock,
  HotspotsBlock,
  AttestationBlock,
  SignOffBlock,
  EmbedBlock,
  MathsBlock,
  PdfBlock,
  WebPackageBlock,
  QuizBlock,
]);
/** A block as it is stored. Its content is its own, also where it was taken from a reusable block. */
export const Block = z.intersection(StoredKind, z.object({ from: z.optional(Origin) }));
/** A block as its learner sees it. */
export const ShownBlock = z.discriminatedUnion("kind", [
  TextBlock,
  ImageBlock,
  ShownVideo,
  AudioBlock,
  FileBlock,
  ScormBlock,
  TableBlock,
  AccordionBlock,
  TabsBlock,
  StepsBlock,
  CodeSampleBlock,
  FlipCardsBlock,
  GalleryBlock,
  HotspotsBlock,
  AttestationBlock,
  SignOffBlock,
  EmbedBlock,
  MathsBlock,
  PdfBlock,
  WebPackageBlock,
  ShownQuiz,
]);
/** The facts that views of blocks report. */
export const BlockFact = z.discriminatedUnion("kind", [VideoFact, AudioFact, AnswersFact, SubmitFact, AttestFact, ReadyFact]);
/** The state of a block as its learner sees it. */
export const ShownState = z.discriminatedUnion("kind", [VideoState, AudioState, QuizState, AttestationState, SignOffState]);
/** The conditions of a page's completion rule, by kind: each given condition must hold for every block of its kind (EDT-14). */
export const blockRules = { ...videoRule, ...audioRule, ...quizRule, ...scormRule, ...attestationRule, ...signOffRule };

export type Block = z.infer<typeof Block>;
export type ShownBlock = z.infer<typeof ShownBlock>;
export type BlockFact = z.infer<typeof BlockFact>;
export type ShownState = z.infer<typeof ShownState>;
export type BlockOf<K extends Block["kind"]> = Extract<Block, { kind: K }>;
type Kind = Block["kind"];
type Of<Union, K> = Extract<Union, { kind: K }>;

/** The server's part of each kind. */
export const blockKinds = {
  text,
  image,
  video,
  audio,
  file,
  scorm,
  table,
  accordion,
  tabs,
  steps,
  codeSample,
  flipCards,
  gallery,
  hotspots,
  attestation,
  signOff,
  embed,
  maths,
  pdf,
  webPackage,
  quiz,
} satisfies {
  [K in Kind]: Pick<
    BlockKind<Of<Block, K>, Of<ShownBlock, K>>,
    "shown" | "files" | "texts" | "words" | "problems" | "sample" | "sampleRule"
  >;
};

/** What the learner's browser knows from the start about kinds that a page's rule asks something of, that have questions or that lead; of the others it knows nothing. */
export const blockLearning = {
  video: videoLearning,
  audio: audioLearning,
  scorm: scormLearning,
  attestation: attestationLearning,
  signOff: signOffLearning,
  quiz: quizLearning,
} satisfies { [K in Kind]?: Pick<BlockLearning<Of<ShownBlock, K>>, "condition" | "leads" | "questions"> };
