import { useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { CodeSampleBlock } from "./code-sample.ts";
import "./code-sample.css";

/** Code with a button that copies it. */
function View({ block: { language, source, caption } }: BlockViewProps<CodeSampleBlock>) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(source);
    } catch {
      // Without clipboard permission the code can still be selected.
      announce(t`Could not copy. Select the text instead.`);
      return;
    }
    setCopied(true);
    announce(t`Copied`);
  }
  return (
    <figure className="lesson-code">
      <div className="lesson-code-head">
        <bdi className="muted">{language || t`Code`}</bdi>
        <Button size="s" icon={isCopied ? Check : Copy} onPress={() => void copy()}>
          {isCopied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      {/* The focus, so that a long line can be moved by the keyboard. */}
      <pre dir="ltr" role="group" aria-label={language || t`Code`} tabIndex={0}>
        <code>{source}</code>
      </pre>
      {caption && (
        <figcaption className="muted small">
          <bdi>{caption}</bdi>
        </figcaption>
      )}
    </figure>
  );
}

export const view = { View } satisfies BlockView<CodeSampleBlock>;
