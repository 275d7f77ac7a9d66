import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";

/** Copies a text for support, and says so. onRefused: the browser does not let the page copy. */
export function CopyButton({ text, isDisabled, onRefused }: { text: string; isDisabled: boolean; onRefused: () => void }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState("");
  const isCopied = copied === text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast({ tone: "warning", title: t`Could not copy. Select the text instead.` });
      onRefused();
      return;
    }
    setCopied(text);
    announce(t`Copied`);
  };
  return (
    <Button variant="primary" icon={isCopied ? Check : Copy} isDisabled={isDisabled} onPress={() => void copy()}>
      {isCopied ? <Trans>Copied</Trans> : <Trans>Copy for support</Trans>}
    </Button>
  );
}
