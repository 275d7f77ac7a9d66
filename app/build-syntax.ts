/** A node of the syntax tree from the bundler's parser (ESTree). start and end are offsets in the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Visits a node and all its descendants. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void) {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === "object" && typeof (child as SyntaxNode).type === "string") walk(child as SyntaxNode, visit);
}

/** Returns the text with the edits applied. Edits must not overlap; one of zero length inserts. */
export function withEdits(text: string, edits: { start: number; end: number; text: string }[]): string {
  let out = "";
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + text.slice(from);
}
