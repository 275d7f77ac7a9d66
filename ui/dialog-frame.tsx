import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Heading } from "react-aria-components/Heading";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./dialog.css";

/** What dialogs and sheets share: a title with Close, a scrolling body, a fixed footer. close: null for what cannot be closed yet. */
export function DialogFrame(props: { title: string; close: (() => void) | null; footer?: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      <header className="ui-dialog-head">
        <Heading slot="title" level={2} className="ui-dialog-title">
          {props.title}
        </Heading>
        {props.close && (
          <Button className="ui-button" data-variant="quiet" data-icon-only aria-label={t`Close`} onPress={props.close}>
            <Icon of={X} />
          </Button>
        )}
      </header>
      <div className="ui-dialog-body">{props.children}</div>
      {props.footer && <footer className="ui-dialog-foot">{props.footer}</footer>}
    </>
  );
}
