import { writeFileSync } from "node:fs";
import { judged, keptFile, keptVerdicts, ownExpressions } from "./expressions.ts";

// Analyses the regular expressions that have no verdict yet, keeps those that are safe and forgets those that are gone:
// node bin/stoa.mjs run app/security/keep-expressions.ts
const { safe, bounded } = keptVerdicts();
const own = ownExpressions();
const kept = new Set(safe);
for (const [expression, files] of own) {
  if (kept.has(expression) || expression in bounded) continue;
  const verdict = judged(expression);
  if (verdict === "safe") kept.add(expression);
  else process.stdout.write(`${verdict}: ${expression} in ${files.join(", ")}\n`);
}
const isOwn = (expression: string) => own.has(expression);
const next = {
  safe: [...kept].filter(isOwn).toSorted(),
  bounded: Object.fromEntries(Object.entries(bounded).filter(([expression]) => isOwn(expression))),
};
writeFileSync(keptFile, `${JSON.stringify(next, null, 2)}\n`);
