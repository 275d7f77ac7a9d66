import { childrenOf, type XmlNode } from "./xml.ts";

type Json = Record<string, unknown>;

/** Elements that may repeat: always stored as lists, so that readers need not handle a single one differently. */
const LISTS = new Set([
  "preConditionRule",
  "exitConditionRule",
  "postConditionRule",
  "ruleCondition",
  "rollupRule",
  "rollupCondition",
  "objective",
  "mapInfo",
]);
const REFUSED = new Set(["__proto__", "constructor", "prototype"]);

/** A sequencing element as plain JSON, in the form described at `Sequencing` in manifest.ts. */
export function sequencingOf(node: XmlNode): Json {
  const json: Json = {};
  for (const [name, value] of node.attributes) if (!REFUSED.has(name)) json[name] = value;
  for (const child of node.children) {
    if (REFUSED.has(child.name)) continue;
    const name = child.name === "objectives" && child.namespace.includes("adlseq") ? "adlseqObjectives" : child.name;
    const isText = child.attributes.size === 0 && child.children.length === 0 && child.text !== "";
    const value: unknown = isText ? child.text : sequencingOf(child);
    if (!LISTS.has(name)) {
      json[name] = value;
      continue;
    }
    const list = json[name];
    if (Array.isArray(list)) list.push(value);
    else json[name] = [value];
  }
  return json;
}

/** The sequencing that an item or organization declares; undefined when it declares none. */
export const ownSequencing = (node: XmlNode): Json | undefined => {
  const [first] = childrenOf(node, "sequencing");
  return first && sequencingOf(first);
};

/** The entries of a manifest's imsss:sequencingCollection by ID. */
export function sequencingCollection(manifest: XmlNode): Record<string, Json> | undefined {
  const found: Record<string, Json> = {};
  for (const collection of childrenOf(manifest, "sequencingCollection"))
    for (const child of childrenOf(collection, "sequencing")) {
      const json = sequencingOf(child);
      const id = json.ID;
      if (typeof id === "string" && !REFUSED.has(id)) found[id] = json;
    }
  return Object.keys(found).length > 0 ? found : undefined;
}
