import * as z from "zod/mini";

/** A package as its manifest describes it, after the import's checks; the run-time, the outline and the author's report read it. */

/**
 * The sequencing of one activity as declared (SCORM 2004 SN), stored completely; the run-time interprets it. An element is an object with its attributes
 * (texts) and its child elements by their name without prefix. Elements that may repeat are always lists: preConditionRule,
 * exitConditionRule, postConditionRule, ruleCondition, rollupRule, rollupCondition, objective, mapInfo. An element with text only is that
 * text (minNormalizedMeasure). adlseq:objectives becomes `adlseqObjectives`, to keep it apart from imsss:objectives. IDRef is not resolved.
 */
const Sequencing = z.record(z.string(), z.unknown());

export interface ManifestItem {
  /** As in the manifest; unique within the organization. */
  identifier: string;
  title: string;
  isVisible: boolean;
  /** Key of the launchable resource's SCO; null for a folder. */
  scoKey: string | null;
  /** URL inside the package, relative to its root, escaped and with its own query (but without `parameters`); null for a folder. */
  href: string | null;
  /** Whether the resource is a SCO, which uses the API, or an asset. */
  isSco: boolean;
  parameters?: string | undefined;
  /** SCORM 1.2: adlcp:prerequisites, masteryscore (0 to 100), maxtimeallowed, timelimitaction, datafromlms. */
  prerequisites?: string | undefined;
  masteryScore?: number | undefined;
  maxTimeAllowed?: string | undefined;
  timeLimitAction?: string | undefined;
  dataFromLms?: string | undefined;
  /** SCORM 2004: adlcp:completionThreshold attributes, hidden navigation, objectives and sequencing as declared. */
  completionThreshold?: Record<string, string> | undefined;
  hideLmsUi?: string[] | undefined;
  /** SCORM 2004 4th edition: adlcp:data maps, attributes as declared. */
  data?: Record<string, string>[] | undefined;
  sequencing?: Record<string, unknown> | undefined;
  children: ManifestItem[];
}
export const ManifestItem: z.ZodMiniType<ManifestItem> = z.lazy(() =>
  z.object({
    identifier: z.string(),
    title: z.string(),
    isVisible: z.boolean(),
    scoKey: z.nullable(z.string()),
    href: z.nullable(z.string()),
    isSco: z.boolean(),
    parameters: z.optional(z.string()),
    prerequisites: z.optional(z.string()),
    masteryScore: z.optional(z.number()),
    maxTimeAllowed: z.optional(z.string()),
    timeLimitAction: z.optional(z.string()),
    dataFromLms: z.optional(z.string()),
    completionThreshold: z.optional(z.record(z.string(), z.string())),
    hideLmsUi: z.optional(z.array(z.string())),
    data: z.optional(z.array(z.record(z.string(), z.string()))),
    sequencing: z.optional(Sequencing),
    children: z.array(ManifestItem),
  }),
);

export const Manifest = z.object({
  standard: z.enum(["1.2", "2004"]),
  edition: z.string(),
  title: z.string(),
  /** The default organisation. */
  organization: z.object({
    identifier: z.string(),
    title: z.string(),
    /** SCORM 2004: whether global objectives (in the 4th edition also shared data) outlive the attempt; both true by default. */
    objectivesGlobalToSystem: z.optional(z.boolean()),
    sharedDataGlobalToSystem: z.optional(z.boolean()),
    completionThreshold: z.optional(z.record(z.string(), z.string())),
    sequencing: z.optional(Sequencing),
    items: z.array(ManifestItem),
  }),
  /** imsss:sequencingCollection entries by their ID. */
  sequencingCollection: z.optional(z.record(z.string(), Sequencing)),
});
export type Manifest = z.infer<typeof Manifest>;

/** Launchable items in manifest order: the outline lists them and progress counts them. */
export function launchableItems(manifest: Manifest): ManifestItem[] {
  const walk = (items: ManifestItem[]): ManifestItem[] => items.flatMap((item) => [...(item.scoKey ? [item] : []), ...walk(item.children)]);
  return walk(manifest.organization.items);
}

/** One finding of the import, as a sentence for the course author; an error refuses the package. */
export const Finding = z.object({
  level: z.enum(["error", "warning", "info"]),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
  /** How to solve it, if there is a solution. */
  fix: z.optional(z.string()),
  path: z.optional(z.string()),
});
export type Finding = z.infer<typeof Finding>;

/** A finding as stored: text and fix in English as in the catalogue; they are translated for each reader. */
export interface StoredFinding {
  readonly level: Finding["level"];
  readonly code: string;
  readonly text: string;
  readonly params: Finding["params"];
  readonly fix?: string;
  readonly path?: string;
}

export interface ImportReport {
  readonly findings: readonly StoredFinding[];
  readonly entryCount: number;
  readonly bytes: number;
  readonly standard: string | null;
  readonly edition: string | null;
  readonly scoCount: number;
}
