/** A place in the editor, as its address says it: a tab; in the content a page, a block, or what is to be shown beside the page. */
export interface Jump {
  readonly tab: "content" | "settings" | "translations";
  readonly page?: string;
  readonly block?: string;
  readonly show?: "rule" | "outline";
}

interface Finding {
  readonly code: string;
  readonly pageId: string | null;
  readonly blockId: string | null;
}

/** Where a finding before publishing is mended: at its page or block; what is of no page in the settings, the outline, the languages, or the completion rule. */
export function jumpOf({ code, pageId, blockId }: Finding, type: "online" | "scorm" = "online"): Jump {
  if (code === "title" || code === "circle" || code === "group_circle") return { tab: "settings" };
  // What a SCORM course plays and when it is complete stand together.
  if (type === "scorm" && code !== "translation_behind") return { tab: "content" };
  if (code === "page_missing" || code === "no_pages") return { tab: "content", show: "outline" };
  if (pageId !== null) return { tab: "content", page: pageId, block: blockId ?? "" };
  if (code === "translation_behind") return { tab: "translations" };
  return { tab: "content", show: "rule" };
}
