import * as z from "zod/mini";

/** A package as its manifest describes it, after checks: what the run-time, the outline and the author's report work from. */

/**
 * Sequencing of one activity as declared (SCORM 2004 SN); kept whole, the run-time interprets it. An element is an object of its attributes
 * (texts) and its child elements by their name without prefix. Elements that may repeat are always lists: preConditionRule,
 * exitConditionRule, postConditionRule, ruleCondition, rollupRule, rollupCondition, objective, mapInfo. An element of text alone is that
 * text (minNormalizedMeasure). adlseq:objectives is `adlseqObjectives`, so that it does not meet imsss:objectives. IDRef is not resolved.
 */
const Sequencing = z.record(z.string(), z.unknown());

export interface ManifestItem {
  /** As in the manifest; unique within the organisation. */
  identifier: string;
  title: string;
  isVisible: boolean;
  /** Key of the launchable resource's SCO; null for a folder. */
  scoKey: string | null;
  /** Address inside the package, escaped as in an URL and with its own query (not yet `parameters`), relative to the package's root; null for a folder. */
  href: string | null;
  /** Whether the resource is a SCO (talks to the run-time) or an asset. */
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
    /** SCORM 2004: whether global objectives (4th edition: and shared data) outlive the attempt; both true unless declared. */
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

/** Launchable items in manifest order: what the outline lists and progress counts. */
export function launchableItems(manifest: Manifest): ManifestItem[] {
  const walk = (items: ManifestItem[]): ManifestItem[] => items.flatMap((item) => [...(item.scoKey ? [item] : []), ...walk(item.children)]);
  return walk(manifest.organization.items);
}

/** One finding of the import, in words for a course author; an error refuses the package. */
export const Finding = z.object({
  level: z.enum(["error", "warning", "info"]),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
  /** What to do about it, where something can be done. */
  fix: z.optional(z.string()),
  path: z.optional(z.string()),
});
export type Finding = z.infer<typeof Finding>;

/** A finding as it is kept: text and fix in English as the catalogue has them; the words are made for whoever reads it. */
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
