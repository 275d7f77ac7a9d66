import { render } from "katex";
import styles from "katex/dist/katex.min.css?url";
import { useLayoutEffect, useRef } from "react";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { MathsBlock } from "./maths.ts";
import "./maths.css";

/** The library's style sheet, whose fonts are ours: only pages with a formula load it. */
function loadStyles() {
  if (document.querySelector(`link[href="${CSS.escape(styles)}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles }));
}

/** Draws a formula into an element. One that cannot be read is shown as it was written. */
function draw(source: string, place: HTMLElement) {
  try {
    render(source, place, {
      displayMode: true,
      throwOnError: false,
      errorColor: "currentColor",
      trust: false,
      strict: "ignore",
      maxExpand: 1_000,
      maxSize: 50,
    });
  } catch {
    place.textContent = source;
  }
}

/**
 * A formula: MathML for screen readers and HTML for the eye, which the library makes as elements and never from a string. It is trusted with nothing:
 * no links, no pictures, no HTML of the author's.
 */
export function Formula({ source }: { source: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(loadStyles, []);
  useLayoutEffect(() => {
    if (place.current) draw(source, place.current);
  }, [source]);
  // The focus, so that a long formula can be moved by the keyboard.
  return <div ref={place} className="maths-formula" dir="ltr" tabIndex={0} />;
}

/** A formula with its caption; nothing before one is written, so that the canvas says what the block is. */
const View = ({ block: { source, caption } }: BlockViewProps<MathsBlock>) =>
  source.trim() !== "" && (
    <figure className="maths">
      <Formula source={source} />
      {caption && (
        <figcaption className="muted small">
          <bdi>{caption}</bdi>
        </figcaption>
      )}
    </figure>
  );

export const view = { View } satisfies BlockView<MathsBlock>;
