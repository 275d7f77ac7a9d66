import { useLingui } from "@lingui/react/macro";
import { Bold, Heading, Link2, List } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { wrapSelection, type Mark } from "./wrap-selection.ts";

type Props = {
  id: string;
  label: string;
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
  maxLength: number;
  rows: number;
};

/** Where a text is written that people see as HTML, with buttons that format what is selected. */
export function HtmlArea({ value, onChange, ...field }: Props) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const buttons: readonly { mark: Mark; label: string; icon: LucideIcon }[] = [
    { mark: "bold", label: t`Bold`, icon: Bold },
    { mark: "heading", label: t`Heading`, icon: Heading },
    { mark: "list", label: t`List`, icon: List },
    { mark: "link", label: t`Link`, icon: Link2 },
  ];
  const wrap = (mark: Mark) => {
    const { current } = area;
    if (!current) return;
    const next = wrapSelection(value, current.selectionStart, current.selectionEnd, mark);
    onChange(next.text);
    // The field shows the new text first.
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(next.from, next.to);
    });
  };
  return (
    <div className="stack-s">
      <div role="toolbar" aria-label={t`Formatting`} className="row">
        {buttons.map(({ mark, label, icon }) => (
          <IconButton key={mark} label={label} icon={icon} onPress={() => wrap(mark)} />
        ))}
      </div>
      <TextArea
        {...field}
        description={t`A blank line begins a paragraph. The buttons format what is selected; anything else of HTML is left out.`}
        ref={area}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
