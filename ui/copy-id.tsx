import { useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { announce } from "./announce.ts";
import { Icon } from "./icon.tsx";
import "./button.css";
import "./copy-id.css";

/** An id with a button that copies it. `label` says what it identifies ("Request id"). */
export function CopyId({ value, label }: { value: string; label: string }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Without clipboard permission the id can still be selected.
      announce(t`Could not copy. Select the text instead.`);
      return;
    }
    setCopied(true);
    announce(t`Copied`);
  }
  return (
    <span className="ui-copy">
      {label && <span className="muted">{label}</span>}
      <bdi>
        <code>{value}</code>
      </bdi>
      <button type="button" className="ui-button" data-size="s" onClick={() => void copy()}>
        <Icon of={isCopied ? Check : Copy} size="s" />
        {isCopied ? t`Copied` : t`Copy`}
      </button>
    </span>
  );
}
