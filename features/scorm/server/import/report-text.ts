import type { Finding, ImportReport } from "../../manifest.ts";
import { sizeText } from "./limits.ts";

const sentence = ({ message, fix }: Finding) => (fix ? `${message} ${fix}` : message);

/** An import report as a course author reads it: what was wrong and what to do, or what came in and what to look at. One finding a line. */
export function reportText({ findings, entryCount, bytes, standard, edition, scoCount }: ImportReport): string {
  const errors = findings.filter(({ level }) => level === "error");
  const rest = findings.filter(({ level }) => level !== "error").map(sentence);
  if (errors.length > 0) return errors.map(sentence).join("\n");
  const version = standard === "2004" ? `SCORM 2004 ${edition} edition` : `SCORM ${standard}`;
  const parts = scoCount === 1 ? "one part" : `${scoCount} parts`;
  const files = entryCount === 1 ? "1 file" : `${entryCount.toLocaleString("en")} files`;
  return [`The package was imported: ${version}, ${parts}, ${files}, ${sizeText(bytes)}.`, ...rest].join("\n");
}
