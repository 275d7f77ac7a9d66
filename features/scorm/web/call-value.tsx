import { Trans, useLingui } from "@lingui/react/macro";
import { ClipboardCopy } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import "./calls.css";

/** A value up to this length is shown as it is; of a longer one its beginning, until all of it is asked for. */
const shownAtOnce = 200;

/** A value or a result of a package's call: whole on request, and to be copied. */
export function CallValue({ text }: { text: string }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shownAtOnce) return <bdi className="scorm-call-value">{text}</bdi>;
  const { length } = text;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      announce(t`Value copied`);
    } catch {
      announce(t`Could not copy the value`);
    }
  }
  return (
    <>
      <bdi className="scorm-call-value" data-whole={isWhole || undefined}>
        {isWhole ? text : `${text.slice(0, shownAtOnce)}…`}
      </bdi>
      <span className="scorm-call-tools">
        <Button size="s" variant="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? <Trans>Show less</Trans> : <Trans>Show all of it, {length} characters</Trans>}
        </Button>
        <IconButton size="s" label={t`Copy the value`} icon={ClipboardCopy} onPress={() => void copy()} />
      </span>
    </>
  );
}
