import { useLingui } from "@lingui/react/macro";
import { Info, Lightbulb, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RichNode } from "./text.ts";
import { Icon } from "#ui/icon.tsx";
import { safeHref } from "#platform/safe-href.ts";

/** A text block. The document is data: every node becomes a React element; nothing is ever set as HTML. */
export function RichText({ doc }: { doc: RichNode }) {
  return <>{children(doc)}</>;
}

// The index works as the key, because a published version never changes while it is read.
const children = (node: RichNode): ReactNode => node.content?.map((child, index) => <RichPart key={index} node={child} />);

function RichPart({ node }: { node: RichNode }): ReactNode {
  switch (node.type) {
    case "paragraph":
      return <p>{children(node)}</p>;
    case "heading":
      return <RichHeading node={node} />;
    case "bulletList":
      return <ul>{children(node)}</ul>;
    case "orderedList":
      return <ol start={typeof node.attrs?.start === "number" ? node.attrs.start : undefined}>{children(node)}</ol>;
    case "listItem":
      return <li>{children(node)}</li>;
    case "blockquote":
      return <blockquote>{children(node)}</blockquote>;
    case "callout":
      return <Callout node={node} />;
    case "hardBreak":
      return <br />;
    case "text":
      return <RichWords node={node} />;
    default:
      return children(node);
  }
}

/** A heading of the text. The lesson's title is the h1, so these begin at h2. */
function RichHeading({ node }: { node: RichNode }) {
  const level = Number(node.attrs?.level ?? 2);
  if (level <= 2) return <h2>{children(node)}</h2>;
  return level === 3 ? <h3>{children(node)}</h3> : <h4>{children(node)}</h4>;
}

function Callout({ node }: { node: RichNode }) {
  const { t } = useLingui();
  const tone = node.attrs?.tone;
  const look =
    tone === "warning" || tone === "danger"
      ? { icon: TriangleAlert, label: t`Warning` }
      : tone === "tip" || tone === "success"
        ? { icon: Lightbulb, label: t`Tip` }
        : { icon: Info, label: t`Note` };
  return (
    <div className="lesson-callout" role="note" aria-label={look.label} data-tone={tone}>
      <Icon of={look.icon} size="l" />
      <div className="lesson-callout-text">{children(node)}</div>
    </div>
  );
}

function RichWords({ node }: { node: RichNode }): ReactNode {
  return (node.marks ?? []).reduce<ReactNode>((words, mark) => {
    if (mark.type === "bold") return <strong>{words}</strong>;
    if (mark.type === "italic") return <em>{words}</em>;
    if (mark.type === "code") return <code>{words}</code>;
    if (mark.type === "link") return <RichLink href={mark.attrs?.href}>{words}</RichLink>;
    return words;
  }, node.text ?? "");
}

function RichLink({ href, children: words }: { href: unknown; children: ReactNode }) {
  const { t } = useLingui();
  const safe = safeHref(href);
  if (!safe) return words;
  if (safe.startsWith("mailto:")) return <a href={safe}>{words}</a>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer">
      {words}
      <span className="visually-hidden"> {t`(opens in a new tab)`}</span>
    </a>
  );
}
