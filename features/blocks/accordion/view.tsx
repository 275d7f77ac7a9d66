import { Disclosure } from "#ui/disclosure.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { RichText } from "../text/rich-text.tsx";
import type { AccordionBlock } from "./accordion.ts";
import "./accordion.css";

/** Titles that open. The browser's search finds what is closed, and opens it. */
const View = ({ block }: BlockViewProps<AccordionBlock>) => (
  <div className="lesson-accordion">
    {block.sections.map(({ id, title, doc }) => (
      <Disclosure key={id} title={title} headingLevel={2}>
        <div className="prose lesson-text">
          <RichText doc={doc} />
        </div>
      </Disclosure>
    ))}
  </div>
);

export const view = { View } satisfies BlockView<AccordionBlock>;
