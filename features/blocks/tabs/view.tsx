import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { RichText } from "../text/rich-text.tsx";
import type { TabsBlock } from "./tabs.ts";
import "./tabs.css";

const toEnds: Readonly<Record<string, number>> = { Home: 0, End: -1 };
const ways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Texts of which one is shown: the tabs of the ARIA practices, where arrows, Home and End choose. In a narrow window the row of titles is swiped.
 * Not the library's, whose collections are 34 kB of a lesson.
 */
function View({ block: { sections } }: BlockViewProps<TabsBlock>) {
  const { t } = useLingui();
  const ids = useId();
  const [chosen, setChosen] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const choose = (event: KeyboardEvent<HTMLElement>) => {
    const way = (ways[event.key] ?? 0) * (getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1);
    const to = toEnds[event.key] ?? (way && (chosen + way) % sections.length);
    if (event.key in toEnds || way) {
      event.preventDefault();
      const next = to < 0 ? sections.length + to : to;
      setChosen(next);
      row.current?.querySelectorAll("button")[next]?.focus();
    }
  };
  return (
    <div className="lesson-tabs">
      <div ref={row} className="lesson-tabs-row" role="tablist" aria-label={t`Tabs`}>
        {sections.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${ids}tab${index}`}
            className="lesson-tab"
            aria-selected={index === chosen}
            aria-controls={`${ids}panel${index}`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
            onKeyDown={choose}
          >
            <bdi>{title}</bdi>
          </button>
        ))}
      </div>
      {sections.map(({ id, doc }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`${ids}panel${index}`}
          className="lesson-tab-panel prose lesson-text"
          aria-labelledby={`${ids}tab${index}`}
          tabIndex={0}
          hidden={index !== chosen}
        >
          <RichText doc={doc} />
        </div>
      ))}
    </div>
  );
}

export const view = { View } satisfies BlockView<TabsBlock>;
