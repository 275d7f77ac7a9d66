import Palette from "#features/palette/web/palette.tsx";
import type { OverHeaderProps } from "#features/shell/web/header.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";

const parts = {
  announcement: lazyPart(() => import("#features/portal/web/announcement-dialog.tsx")),
  switch: lazyPart(() => import("#features/shell/web/switch-portal-dialog.tsx")),
  nav: lazyPart(() => import("#features/shell/web/nav-sheet.tsx")),
  help: lazyPart(() => import("#features/help/web/help-sheet.tsx")),
};

/** What opens over the page from the header. The palette comes with this file, which is fetched ahead: it opens by a key, which no pointing at it precedes. */
export default function OverHeader({ open, help, ...props }: OverHeaderProps) {
  if (open === "palette") return <Palette {...props} />;
  const Part = parts[open];
  return <Part article={help} {...props} onGiveUp={props.onClose} />;
}
