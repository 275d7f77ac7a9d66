import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure as AriaDisclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { Icon } from "./icon.tsx";
import "./disclosure.css";

type DisclosureProps = {
  title: string;
  children: ReactNode;
  meta?: ReactNode;
  isExpanded?: boolean;
  defaultExpanded?: boolean;
  onExpandedChange?: (isExpanded: boolean) => void;
  headingLevel?: 2 | 3 | 4;
};

/** A heading that shows and hides what is under it. */
export function Disclosure({ title, children, meta, headingLevel = 3, ...state }: DisclosureProps) {
  return (
    <AriaDisclosure {...state} className="ui-disclosure">
      <Heading level={headingLevel}>
        <Button slot="trigger" className="ui-disclosure-button">
          <span className="ui-disclosure-mark">
            <Icon of={ChevronRight} />
          </span>
          <bdi className="ui-disclosure-title">{title}</bdi>
          {meta && <span className="muted small num">{meta}</span>}
        </Button>
      </Heading>
      <DisclosurePanel className="ui-disclosure-panel">{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
