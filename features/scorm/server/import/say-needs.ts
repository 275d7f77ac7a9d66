import { phrase } from "#platform/words.ts";
import type { ManifestItem, StoredFinding } from "../../manifest.ts";
import type { Needs } from "../../needs.ts";
import { said, shown, warning } from "./refusal.ts";

const NAMED = 5;
const titles = (items: readonly ManifestItem[]) =>
  items
    .slice(0, NAMED)
    .map(({ title }) => shown(title))
    .join(", ") + (items.length > NAMED ? " …" : "");

/** What the author should know of a package's needs; that it stores things or steers frames works without them. */
export function sayNeeds(needs: Needs, flash: readonly ManifestItem[]): StoredFinding[] {
  return [
    ...(flash.length > 0
      ? [
          warning(
            "flash",
            said("The package needs Flash, which no browser plays any more, for: {titles}.", { titles: titles(flash) }),
            "Export the course as HTML5 from the tool it was made with.",
          ),
        ]
      : []),
    ...(needs.window ? [leavesFrames] : []),
  ];
}

const leavesFrames: StoredFinding = {
  level: "info",
  code: "own_window",
  text: phrase("The package leaves every frame that it is put in, so it was set to open in a window of its own."),
  params: {},
};

/** Which SCOs can never be complete by what they report. The editor proposes another rule for each of these codes (authoring/web/rule-proposal.tsx). */
export function saySilent({ silent, scos }: { silent: readonly ManifestItem[]; scos: number }): StoredFinding[] {
  if (silent.length === 0) return [];
  if (silent.length === scos)
    return [
      warning(
        "never_reports",
        "The package never looks for the place where results are reported. Under the rule that waits for its report nobody could complete it.",
      ),
    ];
  return [
    warning(
      "parts_never_report",
      said(
        "{count, plural, one {One part never reports} other {# parts never report}} anything: {titles}. Under the rule that waits for reports nobody could complete the course.",
        { count: silent.length, titles: titles(silent) },
      ),
    ),
  ];
}
