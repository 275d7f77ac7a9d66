import type { Manifest, ManifestItem } from "../manifest.ts";

type Raw = Record<string, unknown>;

/**
 * The package's organization as scorm-again's activity tree (SCORM 2004 SN): control modes, rules, objectives and limits of every activity. What an
 * activity does not declare itself comes from the sequencing collection entry that its IDRef names.
 */
export function activityTree(manifest: Pick<Manifest, "organization" | "sequencingCollection">): Raw {
  const { organization, sequencingCollection = {} } = manifest;
  const whole = (sequencing: unknown) => withCollection(record(sequencing), sequencingCollection as Record<string, Raw>);
  const activityOf = (item: ManifestItem): Raw => ({
    id: item.identifier,
    title: item.title,
    isVisible: item.isVisible,
    ...settingsOf(whole(item.sequencing)),
    ...(item.completionThreshold && { completionThreshold: thresholdOf(item.completionThreshold) }),
    ...(item.hideLmsUi && { hideLmsUi: item.hideLmsUi }),
    ...(item.data && { sharedDataMaps: item.data.map(sharedDataOf) }),
    ...(item.children.length > 0 && { children: item.children.map(activityOf) }),
  });
  const tree = {
    id: organization.identifier,
    title: organization.title,
    ...settingsOf(whole(organization.sequencing)),
    children: organization.items.map(activityOf),
  };
  return organization.sequencing === undefined && !organization.items.some(sequences) ? flowing(tree) : tree;
}

/**
 * Identifiers of the folders that a learner can enter, the course itself among them: choosing a folder without flow reaches none of its parts
 * (SN SB.2.9).
 */
export function foldersThatFlow(activity: Raw): string[] {
  const isFolder = activity["children"] !== undefined && record(activity["sequencingControls"])["flow"] === true;
  return [...(isFolder ? [String(activity["id"])] : []), ...list(activity["children"]).flatMap(foldersThatFlow)];
}

/** Identifiers of the activities that no learner chooses, because the folder they lie in is gone through in its own order (SN, choice). */
export function neverChosen(activity: Raw): string[] {
  const isInOrder = record(activity["sequencingControls"])["choice"] === false;
  return list(activity["children"]).flatMap((child) => [...(isInOrder ? [String(child["id"])] : []), ...neverChosen(child)]);
}

/** Whether flow allows going back from an activity to anything, rules aside. Flow never leaves a folder into one without flow (SN SB.2.1). */
export function hasWayBack(tree: Raw, identifier: string): boolean {
  const path = pathTo(tree, identifier);
  for (let at = path.length - 1; at > 0; at--) {
    const [parent, child] = [path[at - 1] ?? {}, path[at]];
    const controls = record(parent["sequencingControls"]);
    if (controls["flow"] !== true || controls["forwardOnly"] === true) return false;
    const children = list(parent["children"]);
    if (children[0] !== child || (controls["reorderChildren"] === true && children.length > 1)) return true;
  }
  return false;
}
/** The activities from the root to the named one; empty when it is not in the tree. */
function pathTo(activity: Raw, identifier: string): Raw[] {
  if (activity["id"] === identifier) return [activity];
  for (const child of list(activity["children"])) {
    const path = pathTo(child, identifier);
    if (path.length > 0) return [activity, ...path];
  }
  return [];
}

const sequences = (item: ManifestItem): boolean => item.sequencing !== undefined || item.children.some(sequences);

/** A package without sequencing rules flows from part to part, as its learners expect: it has not chosen to have no Continue. */
const flowing = (activity: Raw): Raw => ({
  ...activity,
  sequencingControls: { ...record(activity["sequencingControls"]), flow: true },
  ...(activity["children"] !== undefined && { children: list(activity["children"]).map(flowing) }),
});

/** An element merged with the collection entry that it names: for each child, the element's own wins. */
function withCollection(own: Raw, collection: Record<string, Raw>): Raw {
  const named = collection[String(own["IDRef"] ?? "")];
  return named ? { ...named, ...own } : own;
}

function settingsOf(sequencing: Raw): Raw {
  const controls = record(sequencing["controlMode"]);
  const rules = record(sequencing["sequencingRules"]);
  const limits = record(sequencing["limitConditions"]);
  const rollup = record(sequencing["rollupRules"]);
  const delivery = record(sequencing["deliveryControls"]);
  const random = record(sequencing["randomizationControls"]);
  const constrained = record(sequencing["constrainedChoiceConsiderations"]);
  const considerations = record(sequencing["rollupConsiderations"]);
  const objectives = record(sequencing["objectives"]);
  const extended = list(record(sequencing["adlseqObjectives"])["objective"]);
  const primary = objectives["primaryObjective"] === undefined ? null : objectiveOf(record(objectives["primaryObjective"]), extended, true);
  const others = list(objectives["objective"]).map((one) => objectiveOf(one, extended, false));
  return clean({
    sequencingControls: clean({
      // The standard's default; scorm-again defaults to the opposite.
      flow: false,
      ...flags(controls, [
        "choice",
        "choiceExit",
        "flow",
        "forwardOnly",
        "useCurrentAttemptObjectiveInfo",
        "useCurrentAttemptProgressInfo",
      ]),
      ...flags(constrained, ["preventActivation", "constrainChoice"]),
      ...flags(rollup, ["rollupObjectiveSatisfied", "rollupProgressCompletion"]),
      objectiveMeasureWeight: number(rollup["objectiveMeasureWeight"]),
      ...flags(random, ["reorderChildren"]),
      randomizeChildren: bool(random["reorderChildren"]),
      randomizationTiming: text(random["randomizationTiming"]),
      selectionTiming: text(random["selectionTiming"]),
      selectCount: number(random["selectCount"]),
      ...flags(delivery, ["tracked", "completionSetByContent", "objectiveSetByContent"]),
    }),
    deliveryControls: clean(flags(delivery, ["tracked", "completionSetByContent", "objectiveSetByContent"])),
    sequencingRules: clean({
      preConditionRules: list(rules["preConditionRule"]).map(ruleOf),
      exitConditionRules: list(rules["exitConditionRule"]).map(ruleOf),
      postConditionRules: list(rules["postConditionRule"]).map(ruleOf),
    }),
    rollupRules: list(rollup["rollupRule"]).length > 0 ? { rules: list(rollup["rollupRule"]).map(rollupOf) } : undefined,
    rollupConsiderations: clean({
      requiredForSatisfied: text(considerations["requiredForSatisfied"]),
      requiredForNotSatisfied: text(considerations["requiredForNotSatisfied"]),
      requiredForCompleted: text(considerations["requiredForCompleted"]),
      requiredForIncomplete: text(considerations["requiredForIncomplete"]),
      measureSatisfactionIfActive: bool(considerations["measureSatisfactionIfActive"]),
    }),
    attemptLimit: number(limits["attemptLimit"]),
    primaryObjective: primary ?? undefined,
    objectives: others.length > 0 ? others : undefined,
  });
}

const conditionsOf = (conditions: Raw, name: string) =>
  list(conditions[name]).map((one) =>
    clean({
      condition: text(one["condition"]),
      operator: text(one["operator"]),
      referencedObjective: text(one["referencedObjective"]),
      parameters: number(one["measureThreshold"]) === undefined ? undefined : { threshold: number(one["measureThreshold"]) },
    }),
  );

function ruleOf(rule: Raw): Raw {
  const conditions = record(rule["ruleConditions"]);
  return clean({
    action: text(record(rule["ruleAction"])["action"]),
    conditionCombination: text(conditions["conditionCombination"]) ?? "all",
    conditions: conditionsOf(conditions, "ruleCondition"),
  });
}

function rollupOf(rule: Raw): Raw {
  const conditions = record(rule["rollupConditions"]);
  return clean({
    action: text(record(rule["rollupAction"])["action"]),
    conditionCombination: text(conditions["conditionCombination"]) ?? "any",
    consideration: text(rule["childActivitySet"]) ?? "all",
    minimumCount: number(rule["minimumCount"]),
    // The manifest says 0.5 where scorm-again counts to 100.
    minimumPercent: percent(rule["minimumPercent"]),
    conditions: conditionsOf(conditions, "rollupCondition"),
  });
}

const bothWays = (names: string[]) => names.flatMap((name) => [`read${name}`, `write${name}`]);
/** The properties that an IMS mapInfo may map, and those of ADL's extension. */
const imsFlags = bothWays(["SatisfiedStatus", "NormalizedMeasure"]);
const adlFlags = bothWays(["RawScore", "MinScore", "MaxScore", "CompletionStatus", "ProgressMeasure"]);

/** A map reads and writes properties of its own kind as declared (reading by default, writing only when declared), and none of the other kind. */
const mapOf = (map: Raw, own: string[], other: string[]): Raw => ({
  targetObjectiveID: globalId(map["targetObjectiveID"]),
  ...Object.fromEntries(other.map((name) => [name, false])),
  ...flags(map, own),
});

/** The id of a global objective is a URI: leading, trailing and repeated spaces are ignored, also when escaped. */
function globalId(value: unknown) {
  const id = text(value);
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id).replace(/\s+/g, " ").trim();
  } catch {
    return id.trim();
  }
}

function objectiveOf(objective: Raw, extended: Raw[], isPrimary: boolean): Raw {
  const id = text(objective["objectiveID"]) ?? "";
  const more = extended.filter((one) => one["objectiveID"] === id).flatMap((one) => list(one["mapInfo"]));
  return clean({
    // Without an id, the run-time would drop a primary objective with its pass mark; with a blank id it keeps it, but not as cmi.objectives.n.
    objectiveID: isPrimary && id === "" ? " " : id,
    isPrimary: isPrimary || undefined,
    satisfiedByMeasure: bool(objective["satisfiedByMeasure"]),
    minNormalizedMeasure: number(objective["minNormalizedMeasure"]),
    mapInfo: [
      ...list(objective["mapInfo"]).map((map) => mapOf(map, imsFlags, adlFlags)),
      ...more.map((map) => mapOf(map, adlFlags, imsFlags)),
    ],
  });
}

const thresholdOf = (threshold: Record<string, string>) =>
  clean({
    completedByMeasure: bool(threshold["completedByMeasure"]),
    minProgressMeasure: number(threshold["minProgressMeasure"]),
    progressWeight: number(threshold["progressWeight"]),
  });

/** Shared data can be read and written unless a map forbids one (SCORM 2004 4th edition CAM, adlcp:map). */
const sharedDataOf = (map: Record<string, string>) => ({
  targetID: map["targetID"],
  readSharedData: bool(map["readSharedData"]) ?? true,
  writeSharedData: bool(map["writeSharedData"]) ?? true,
});

const record = (value: unknown): Raw => (value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Raw) : {});
const list = (value: unknown): Raw[] => (value === undefined ? [] : [value].flat().map(record));
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const bool = (value: unknown) => (value === undefined ? undefined : /^(?:true|1)$/i.test(String(value)));
const number = (value: unknown) => (text(value) !== undefined && Number.isFinite(Number(value)) ? Number(value) : undefined);
const percent = (value: unknown) => {
  const share = number(value);
  return share === undefined ? undefined : share * 100;
};
const flags = (from: Raw, names: string[]) => clean(Object.fromEntries(names.map((name) => [name, bool(from[name])])));
const clean = (object: Raw): Raw => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
