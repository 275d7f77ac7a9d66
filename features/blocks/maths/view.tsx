import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { Formula } from "./formula.tsx";
import type { MathsBlock } from "./maths.ts";

/** A formula with its caption. */
const View = ({ block: { source, caption } }: BlockViewProps<MathsBlock>) => (
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
