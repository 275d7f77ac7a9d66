import { useLingui } from "@lingui/react/macro";
import { lazyPart } from "#ui/lazy-part.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

export const DocumentPart = lazyPart(() => import("#features/media/web/document/document-part.tsx"));
export const TemplateList = lazyPart(() => import("./template-list.tsx"));

/** What an online course begins with. */
export type Start = "empty" | "template" | "document";

/** What an online course begins with; empty at first, so that Continue leads straight on. */
export function StartChoice({ value, onChange }: { value: Start; onChange: (start: Start) => void }) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={t`Start with`}
      options={[
        { id: "empty", label: t`An empty course` },
        { id: "template", label: t`A template`, description: t`Chapters and pages to fill in, ready-made or from your portal.` },
        { id: "document", label: t`A document or a pasted text`, description: t`Word, Markdown or a web page becomes chapters and pages.` },
      ]}
      value={value}
      onChange={(start) => {
        if (start === "template") TemplateList.want();
        if (start === "document") DocumentPart.want();
        onChange(start);
      }}
    />
  );
}
