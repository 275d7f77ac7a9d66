import { useLingui } from "@lingui/react/macro";
import { BookOpen, FileText, Info } from "lucide-react";
import type { Block } from "#features/blocks/kinds.ts";
import { blockMenu } from "#features/blocks/web/editors.ts";
import { Icon } from "#ui/icon.tsx";

/** What a translated text belongs to: the course, a chapter, a page, or a kind of block. */
export function TextOwner({ owner }: { owner: string }) {
  const { t, i18n } = useLingui();
  const known = Object.hasOwn(blockMenu, owner) ? blockMenu[owner as Block["kind"]] : null;
  const words: Readonly<Record<string, string>> = { course: t`The course`, chapter: t`Chapter`, page: t`Page` };
  return (
    <>
      <Icon of={known?.icon ?? (owner === "page" ? FileText : owner === "chapter" ? BookOpen : Info)} size="s" />
      {known ? i18n._(known.name) : (words[owner] ?? owner)}
    </>
  );
}
