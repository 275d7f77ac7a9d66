import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { RichText } from "../text/rich-text.tsx";
import type { StepsBlock } from "./steps.ts";
import "./steps.css";

/** Numbered steps below one another. */
const View = ({ block }: BlockViewProps<StepsBlock>) => (
  <ol className="lesson-steps">
    {block.sections.map(({ id, title, doc }) => (
      <li key={id}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <div className="prose lesson-text">
          <RichText doc={doc} />
        </div>
      </li>
    ))}
  </ol>
);

export const view = { View } satisfies BlockView<StepsBlock>;
