import type { BlockViewProps } from "../block-kind.ts";
import { RichText } from "./rich-text.tsx";
import type { TextBlock } from "./text.ts";

/** A text to read. */
export const View = ({ block }: BlockViewProps<TextBlock>) => (
  <div className="prose lesson-text">
    <RichText doc={block.doc} />
  </div>
);
