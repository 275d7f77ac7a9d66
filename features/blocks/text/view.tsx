import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { RichText } from "./rich-text.tsx";
import type { TextBlock } from "./text.ts";

/** A text to read. */
const View = ({ block }: BlockViewProps<TextBlock>) => (
  <div className="prose lesson-text">
    <RichText doc={block.doc} />
  </div>
);

export const view = { View } satisfies BlockView<TextBlock>;
