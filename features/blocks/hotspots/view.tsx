import { useRef, useState } from "react";
import { Disclosure } from "#ui/disclosure.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { pictureOf } from "../picture-of.ts";
import { RichText } from "../text/rich-text.tsx";
import type { HotspotsBlock } from "./hotspots.ts";
import "./hotspots.css";

/** A picture with numbered points, and below it the list of the same points: what is not seen, or too small to press, is there. */
function View({ block: { fileId, alt, width, height, points } }: BlockViewProps<HotspotsBlock>) {
  const [opened, setOpened] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  if (fileId === null) return null;
  const open = (id: string, at: number) => {
    setOpened(id);
    list.current?.querySelectorAll<HTMLElement>(".ui-disclosure-button")[at]?.focus();
  };
  return (
    <div className="hotspots">
      {/* Places are shares of the picture from its left, whatever the direction of writing. */}
      <div className="hotspots-picture" dir="ltr" style={{ inlineSize: `min(100%, ${width}px)` }}>
        <img {...pictureOf(fileId, width)} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
        {points.map(({ id, title, x, y }, at) => (
          <button
            key={id}
            type="button"
            className="hotspots-point num"
            style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
            aria-label={`${at + 1}: ${title}`}
            aria-expanded={opened === id}
            onClick={() => open(id, at)}
          >
            {at + 1}
          </button>
        ))}
      </div>
      <ol ref={list} className="lesson-accordion">
        {points.map(({ id, title, doc }, at) => (
          <li key={id}>
            <Disclosure
              title={
                <>
                  {at + 1}. {title}
                </>
              }
              headingLevel={2}
              isExpanded={opened === id}
              onExpandedChange={(isOpen) => setOpened(isOpen ? id : null)}
            >
              <div className="prose lesson-text">
                <RichText doc={doc} />
              </div>
            </Disclosure>
          </li>
        ))}
      </ol>
    </div>
  );
}

export const view = { View } satisfies BlockView<HotspotsBlock>;
