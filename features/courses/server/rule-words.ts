import type { CompletionRule, Content } from "../content.ts";
import { pagesOf } from "../content.ts";
import type { ScormPolicy } from "../completion-policy.ts";

/** A course's completion rule in words, one sentence a part; all of them must be true. */
export function ruleWords(rule: CompletionRule, content: Content): string[] {
  if (rule.kind === "all") return rule.rules.flatMap((part) => ruleWords(part, content));
  return [sentence(phrase(rule, content))];
}

function phrase(rule: CompletionRule, content: Content): string {
  const parts = () => ("rules" in rule ? rule.rules.map((part) => phrase(part, content)) : []);
  switch (rule.kind) {
    case "pages":
      return rule.percent >= 100 ? "complete every page" : `complete at least ${rule.percent}% of the pages`;
    case "score":
      return `reach at least ${rule.percent}% in “${quizTitle(content, rule.blockId)}”`;
    case "minutes":
      return `study for at least ${rule.minutes} ${rule.minutes === 1 ? "minute" : "minutes"}`;
    case "scorm":
      return scormWords(rule.policy, content);
    case "all":
      return parts().join(" and ");
    case "any":
      return rule.rules.length === 1 ? parts().join("") : `do one of these: ${parts().join("; or ")}`;
    case "atLeast":
      return `do at least ${rule.count} of these: ${parts().join("; ")}`;
  }
}

function scormWords({ complete, minutes = 1, pass, passPercent = 0 }: ScormPolicy, content: Content): string {
  const parts = pagesOf(content).length > 1 ? "every part" : "the course";
  const passed = pass === "score" ? `pass with at least ${passPercent}%` : "pass";
  switch (complete) {
    case "reported":
      return `finish ${parts}`;
    case "passed":
      return pagesOf(content).length > 1 ? `finish ${parts} and ${passed}` : passed;
    case "launched":
      return `open ${parts}`;
    case "minutes":
      return `study for at least ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  }
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function quizTitle(content: Content, blockId: string): string {
  const block = pagesOf(content)
    .flatMap(({ page }) => page.blocks)
    .find(({ id }) => id === blockId);
  return block?.kind === "quiz" ? block.title : "the quiz";
}
