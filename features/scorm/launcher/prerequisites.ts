/**
 * Evaluates a SCORM 1.2 prerequisites expression (AICC script): names of items that must be completed or passed, `A = "passed"`, `<>`, `&`, `|`,
 * `~`, brackets and `2*{A, B, C}`. An expression that cannot be parsed locks nothing.
 */
export function prerequisitesHold(expression: string, statusOf: (identifier: string) => string): boolean {
  const tokens = expression.replaceAll("&amp;", "&").match(/"[^"]*"|<>|[&|~()={},*]|[^\s&|~()={},*<>"]+/g) ?? [];
  let at = 0;
  const isDone = (name: string) => ["completed", "passed"].includes(statusOf(name));
  const take = (token: string) => tokens[at] === token && at++ >= 0;

  function either(): boolean {
    let holds = both();
    while (take("|")) holds = both() || holds;
    return holds;
  }
  function both(): boolean {
    let holds = one();
    while (take("&")) holds = one() && holds;
    return holds;
  }
  function one(): boolean {
    if (take("~")) return !one();
    if (take("(")) {
      const holds = either();
      if (!take(")")) throw new Error("A bracket is not closed.");
      return holds;
    }
    if (tokens[at + 1] === "*" && /^\d+$/.test(tokens[at] ?? "")) {
      const count = Number(tokens[at]);
      at += 2;
      return set() >= count;
    }
    const name = tokens[at++];
    if (name === undefined || /^[&|)=}]$/.test(name)) throw new Error("A name is missing.");
    const isEqual = tokens[at] === "=";
    if (!isEqual && tokens[at] !== "<>") return isDone(name);
    at++;
    const wanted = (tokens[at++] ?? "").replaceAll('"', "");
    const short: Record<string, string> = { p: "passed", c: "completed", f: "failed", i: "incomplete", b: "browsed", n: "not attempted" };
    return (statusOf(name) === (short[wanted.toLowerCase()] ?? wanted.toLowerCase())) === isEqual;
  }
  function set(): number {
    if (!take("{")) throw new Error("A set is missing.");
    let count = 0;
    do if (either()) count++;
    while (take(","));
    if (!take("}")) throw new Error("A set is not closed.");
    return count;
  }

  try {
    const holds = tokens.length === 0 || either();
    return at < tokens.length ? true : holds;
  } catch {
    return true;
  }
}
