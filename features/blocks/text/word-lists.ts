/** Word writes lists as paragraphs with their sign as text; here they become lists, as deep as they were. */
export function wordLists(body: HTMLElement) {
  /** The open lists, the outermost first. */
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of body.querySelectorAll<HTMLElement>("p")) {
    const level = Number(/mso-list:[^;"]*\blevel(\d)/i.exec(paragraph.getAttribute("style") ?? "")?.[1] ?? 0);
    if (level === 0) continue;
    if (!last || paragraph.previousElementSibling !== last) open = [];
    open = open.slice(0, level);
    const sign = signOf(paragraph);
    while (open.length < level) open.push(opened(open.at(-1), paragraph, sign));
    const item = paragraph.ownerDocument.createElement("li");
    item.append(...paragraph.childNodes);
    paragraph.remove();
    open.at(-1)?.append(item);
    last = open[0] ?? null;
  }
}

function opened(outer: HTMLElement | undefined, paragraph: HTMLElement, sign: string): HTMLElement {
  const list = paragraph.ownerDocument.createElement(/^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(sign) ? "ol" : "ul");
  const item = outer?.lastElementChild;
  if (item) item.append(list);
  else if (outer) outer.append(list);
  else paragraph.before(list);
  return list;
}

/** Takes the sign out of a paragraph and returns it. */
function signOf(paragraph: HTMLElement): string {
  const marked = [...paragraph.querySelectorAll<HTMLElement>("span")].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const sign = marked?.textContent.trim() ?? "";
  marked?.remove();
  return sign;
}
