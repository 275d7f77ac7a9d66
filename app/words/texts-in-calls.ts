import { walk, type SyntaxNode } from "../build-syntax.ts";

/** The functions that take a text of the catalogue, and the position of that argument. */
const textArguments: Readonly<Record<string, number | readonly number[]>> = {
  phrase: 0,
  words: 0,
  say: 0,
  notFound: 1,
  forbidden: 1,
  conflict: 1,
  unauthorized: 1,
  tokenRefused: 1,
  scopeRefused: 2,
  unavailable: 1,
  tooMany: 2,
  refused: 2,
  invalid: 2,
  // Findings about a package: what was found, and how to solve it.
  said: 0,
  refuse: [1, 2],
  warning: [1, 2],
};
/** Functions whose text may be passed on from another of these functions, or be missing. */
const mayPassOn = new Set(["refuse", "warning"]);

/** The modules that define these functions; `say` is passed to handlers. */
const sources = /(?:^|\/)(?:errors|words|refusal)\.ts$/;

/** A text in a call, with the literal arguments beside it. */
export interface TextInCall {
  readonly text: string;
  readonly call: string;
  /** The literal arguments before the text: the code, the field, the status. */
  readonly before: readonly unknown[];
  readonly callNode: SyntaxNode;
  readonly textNode: SyntaxNode;
}

/**
 * The texts in a module's calls that use no macro: refusals, messages of schemas, answers of the server. Throws where a text is not a literal,
 * since it could not be translated.
 */
export function textsInCalls(program: SyntaxNode, fileName: string): TextInCall[] {
  const known = new Set(fileName.endsWith("platform/errors.ts") ? Object.keys(textArguments) : ["say"]);
  const found: TextInCall[] = [];
  walk(program, (node) => {
    if (node.type !== "ImportDeclaration" || !sources.test(String((node.source as SyntaxNode).value))) return;
    for (const one of node.specifiers as SyntaxNode[]) known.add(String((one.local as SyntaxNode).name));
  });
  walk(program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = node.callee as SyntaxNode;
    const call = calledName(callee);
    const places = Object.hasOwn(textArguments, call) && known.has(call) ? [textArguments[call] ?? []].flat() : [];
    const args = node.arguments as SyntaxNode[];
    for (const place of places) {
      const textNode = args[place];
      if (!textNode) continue;
      if (typeof textNode.value === "string")
        found.push({ text: textNode.value, call, before: args.slice(0, place).map(({ value }) => value), callNode: node, textNode });
      else if (!mayPassOn.has(call) || textNode.type === "TemplateLiteral")
        throw new Error(`${fileName}: the text of ${call}(…) has to stand there as a plain string, or nobody can translate it.`);
    }
  });
  return found;
}

/** The name of the called function or method, or `say` for sayIn(language)(…). */
function calledName(callee: SyntaxNode): string {
  if (callee.type === "MemberExpression") return String((callee.property as SyntaxNode).name);
  if (callee.type === "CallExpression") return (callee.callee as SyntaxNode).name === "sayIn" ? "say" : "";
  return String(callee.name);
}
