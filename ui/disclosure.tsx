import { ChevronRight } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./disclosure.css";

type DisclosureProps = {
  title: ReactNode;
  children: ReactNode;
  meta?: ReactNode;
  isExpanded?: boolean;
  defaultExpanded?: boolean;
  onExpandedChange?: (isExpanded: boolean) => void;
  headingLevel?: 2 | 3 | 4;
};

/** A heading that shows and hides the content under it. While closed, the browser's find-in-page still finds the content and opens it. */
export function Disclosure({ title, children, meta, headingLevel = 3, ...props }: DisclosureProps) {
  const ids = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(props.defaultExpanded ?? false);
  const isExpanded = props.isExpanded ?? own;
  const Heading = `h${headingLevel}` as const;
  const change = (next: boolean) => {
    setOwn(next);
    props.onExpandedChange?.(next);
  };
  // React supports the hidden attribute as a boolean only, not "until-found".
  useLayoutEffect(() => {
    if (isExpanded) panel.current?.removeAttribute("hidden");
    else panel.current?.setAttribute("hidden", "until-found");
  }, [isExpanded]);
  useEffect(() => {
    const element = panel.current;
    const open = () => change(true);
    element?.addEventListener("beforematch", open);
    return () => element?.removeEventListener("beforematch", open);
  });
  return (
    <div className="ui-disclosure" data-expanded={isExpanded || undefined}>
      <Heading>
        <button
          type="button"
          id={`${ids}button`}
          className="ui-disclosure-button"
          aria-expanded={isExpanded}
          aria-controls={`${ids}panel`}
          onClick={() => change(!isExpanded)}
        >
          <span className="ui-disclosure-mark">
            <Icon of={ChevronRight} />
          </span>
          <bdi className="ui-disclosure-title">{title}</bdi>
          {meta && <span className="muted small num">{meta}</span>}
        </button>
      </Heading>
      <div ref={panel} id={`${ids}panel`} role="group" aria-labelledby={`${ids}button`} className="ui-disclosure-panel">
        {children}
      </div>
    </div>
  );
}
