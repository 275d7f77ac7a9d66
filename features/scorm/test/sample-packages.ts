import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** Small packages made by ourselves, zipped in memory; nothing is copied from others. */
export interface SampleSco {
  readonly title: string;
  /** Path inside the package. */
  readonly href: string;
  /** Further elements inside the item, as XML. */
  readonly inside?: string;
}

export type Files = Readonly<Record<string, string | Buffer>>;

/** A regular zip of files by path. */
export async function zipOf(
  files: Files | Iterable<readonly [string, string | Buffer]>,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Symbol.iterator in files ? files : Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, { mtime: new Date(2026, 0, 1), compress: options.compress ?? true });
  zip.end();
  return buffer(zip.outputStream);
}

const titleText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
export const defaultScos: readonly SampleSco[] = [
  { title: "Pitching", href: "pages/pitching.html" },
  { title: "Guy lines & pegs", href: "pages/lines.html" },
];

/** imsmanifest.xml of a SCORM 1.2 package, with one item for each SCO. */
export function manifest12(scos: readonly SampleSco[] = defaultScos, title = "Tents"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="tents-12" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="org">
    <organization identifier="org"><title>${titleText(title)}</title>
${scos.map((sco, i) => `      <item identifier="item-${i + 1}" identifierref="res-${i + 1}"><title>${titleText(sco.title)}</title>${sco.inside ?? ""}</item>`).join("\n")}
    </organization>
  </organizations>
  <resources>
${scos.map((sco, i) => `    <resource identifier="res-${i + 1}" type="webcontent" adlcp:scormtype="sco" href="${sco.href}"><file href="${sco.href}"/></resource>`).join("\n")}
  </resources>
</manifest>`;
}

/** imsmanifest.xml of a SCORM 2004 package in forced order: each item opens once the previous one is satisfied. */
export function manifest2004(scos: readonly SampleSco[] = defaultScos, title = "Tents", edition = "4th"): string {
  const item = (sco: SampleSco, i: number) => `
      <item identifier="item-${i + 1}" identifierref="res-${i + 1}"><title>${titleText(sco.title)}</title>
        <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
        <imsss:sequencing IDRef="common">
          ${i === 0 ? "" : `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition referencedObjective="previous" operator="not" condition="satisfied"/><imsss:ruleCondition referencedObjective="previous" operator="not" condition="objectiveStatusKnown"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>`}
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="own" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure><imsss:mapInfo targetObjectiveID="tents.${i + 1}" writeSatisfiedStatus="true"/></imsss:primaryObjective>
            ${i === 0 ? "" : `<imsss:objective objectiveID="previous"><imsss:mapInfo targetObjectiveID="tents.${i}" readSatisfiedStatus="true"/></imsss:objective>`}
          </imsss:objectives>
        </imsss:sequencing>
        <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>abandon</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>${sco.inside ?? ""}
      </item>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="tents-2004" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 ${edition} Edition</schemaversion></metadata>
  <organizations default="org">
    <organization identifier="org" adlseq:objectivesGlobalToSystem="false"><title>${titleText(title)}</title>${scos.map(item).join("")}
      <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
    </organization>
  </organizations>
  <resources>
${scos.map((sco, i) => `    <resource identifier="res-${i + 1}" type="webcontent" adlcp:scormType="sco" href="${sco.href}"><file href="${sco.href}"/></resource>`).join("\n")}
  </resources>
  <imsss:sequencingCollection><imsss:sequencing ID="common"><imsss:controlMode choice="true" flow="true"/><imsss:rollupRules objectiveMeasureWeight="0"/></imsss:sequencing></imsss:sequencingCollection>
</manifest>`;
}

/** A page that uses whichever API it finds: buttons to set a bookmark, a score and completion; it shows the values that it read on entry. */
export const scoPage = (title: string) => `<!doctype html><meta charset="utf-8"><title>${titleText(title)}</title>
<h1>${titleText(title)}</h1><p>Place: <output id="place"></output></p><p>Status: <output id="status"></output></p>
<button id="bookmark">Bookmark page 3</button><button id="pass">Pass with 80</button><button id="complete">Complete</button><button id="finish">Finish</button>
<script>
const find = (name) => { for (let w = window, i = 0; i < 20; i++, w = w.parent) { if (w[name]) return w[name]; if (w.parent === w) return null; } };
const two = find("API_1484_11"), one = two ? null : find("API");
const get = (a, b) => two ? two.GetValue(a) : one ? one.LMSGetValue(b) : "";
const set = (a, b, v, w = v) => two ? two.SetValue(a, v) : one && one.LMSSetValue(b, w);
const commit = () => two ? two.Commit("") : one && one.LMSCommit("");
const show = () => { place.textContent = get("cmi.location", "cmi.core.lesson_location"); status_.textContent = get("cmi.completion_status", "cmi.core.lesson_status"); };
const place = document.getElementById("place"), status_ = document.getElementById("status");
two ? two.Initialize("") : one && one.LMSInitialize("");
show();
bookmark.onclick = () => { set("cmi.location", "cmi.core.lesson_location", "page-3"); set("cmi.suspend_data", "cmi.suspend_data", "seen=3"); set("cmi.exit", "cmi.core.exit", "suspend"); commit(); show(); };
pass.onclick = () => { if (two) { set("cmi.score.scaled", "", "0.8"); set("cmi.success_status", "", "passed"); set("cmi.completion_status", "", "completed"); } else { set("", "cmi.core.score.raw", "80"); set("", "cmi.core.lesson_status", "passed"); } commit(); show(); };
complete.onclick = () => { set("cmi.completion_status", "cmi.core.lesson_status", "completed"); commit(); show(); };
finish.onclick = () => { two ? two.Terminate("") : one && one.LMSFinish(""); };
</script>`;

const pagesOf = (scos: readonly SampleSco[]) =>
  Object.fromEntries(scos.map(({ href, title }) => [href.replace(/[?#].*$/s, ""), scoPage(title)]));

export const files12 = (scos: readonly SampleSco[] = defaultScos): Files => ({ "imsmanifest.xml": manifest12(scos), ...pagesOf(scos) });
export const files2004 = (scos: readonly SampleSco[] = defaultScos): Files => ({ "imsmanifest.xml": manifest2004(scos), ...pagesOf(scos) });
/** A playable SCORM 1.2 package with two SCOs. */
export const scorm12Package = () => zipOf(files12());
/** A playable SCORM 2004 4th edition package with two SCOs in forced order. */
export const scorm2004Package = () => zipOf(files2004());
