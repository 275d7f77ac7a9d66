/** A node of the syntax tree the bundler's parser gives (ESTree); start and end are offsets in the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Visits a node and everything below it. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void) {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === "object" && typeof (child as SyntaxNode).type === "string") walk(child as SyntaxNode, visit);
}

/** A text with places replaced; edits must not overlap, an edit of no length inserts. */
export function withEdits(text: string, edits: { start: number; end: number; text: string }[]): string {
  let out = "";
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + text.slice(from);
}
