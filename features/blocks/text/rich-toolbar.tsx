import { useLingui } from "@lingui/react/macro";
import { useEditorState, type Editor } from "@tiptap/react";
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Heading4,
  Info,
  Italic,
  Lightbulb,
  Link,
  List,
  ListOrdered,
  Quote,
  TriangleAlert,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Toolbar } from "react-aria-components/Toolbar";
import { IconButton } from "#ui/icon-button.tsx";
import type { Tone } from "./allowed-doc.ts";

interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn: boolean;
  readonly press: () => void;
}

/** The buttons above a text, in groups; arrows move between them. Each shows whether it applies where the cursor stands. */
export function RichToolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const { t } = useLingui();
  const active = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      bold: shown.isActive("bold"),
      italic: shown.isActive("italic"),
      code: shown.isActive("code"),
      link: shown.isActive("link"),
      level: [2, 3, 4].find((level) => shown.isActive("heading", { level })),
      bullets: shown.isActive("bulletList"),
      numbers: shown.isActive("orderedList"),
      quote: shown.isActive("blockquote"),
      tone: (["note", "tip", "warning"] as const).find((tone) => shown.isActive("callout", { tone })),
    }),
  });
  const run = () => editor.chain().focus();
  const heading = (level: 2 | 3 | 4, label: string, icon: LucideIcon): Tool => ({
    label,
    icon,
    isOn: active.level === level,
    press: () => run().toggleHeading({ level }).run(),
  });
  const callout = (tone: Tone, label: string, icon: LucideIcon): Tool => ({
    label,
    icon,
    isOn: active.tone === tone,
    press: () => {
      if (active.tone === tone) run().lift("callout").run();
      else if (active.tone) run().updateAttributes("callout", { tone }).run();
      else run().setParagraph().wrapIn("callout", { tone }).run();
    },
  });
  const groups: Tool[][] = [
    [
      { label: t`Bold`, icon: Bold, isOn: active.bold, press: () => run().toggleBold().run() },
      { label: t`Italic`, icon: Italic, isOn: active.italic, press: () => run().toggleItalic().run() },
      { label: t`Code`, icon: Code, isOn: active.code, press: () => run().toggleCode().run() },
      { label: t`Link`, icon: Link, isOn: active.link, press: onLink },
    ],
    [heading(2, t`Heading`, Heading2), heading(3, t`Smaller heading`, Heading3), heading(4, t`Smallest heading`, Heading4)],
    [
      { label: t`Bulleted list`, icon: List, isOn: active.bullets, press: () => run().toggleBulletList().run() },
      { label: t`Numbered list`, icon: ListOrdered, isOn: active.numbers, press: () => run().toggleOrderedList().run() },
      { label: t`Quotation`, icon: Quote, isOn: active.quote, press: () => run().toggleBlockquote().run() },
    ],
    [callout("note", t`Note`, Info), callout("tip", t`Tip`, Lightbulb), callout("warning", t`Warning`, TriangleAlert)],
  ];
  return (
    <Toolbar aria-label={t`Formatting`} className="rich-toolbar">
      {groups.map((tools) => (
        <div key={tools[0]?.label} role="group" className="rich-tools">
          {tools.map(({ label, icon, isOn, press }) => (
            <IconButton
              key={label}
              label={label}
              icon={icon}
              size="s"
              aria-pressed={isOn}
              // The text keeps the focus and what is selected in it.
              onMouseDown={(event) => event.preventDefault()}
              onPress={press}
            />
          ))}
        </div>
      ))}
    </Toolbar>
  );
}
