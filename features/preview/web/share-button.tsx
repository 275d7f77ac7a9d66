import { useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { lazyOverlay } from "#ui/lazy-overlay.tsx";

const ShareDialog = lazyOverlay(
  () => import("./share-dialog.tsx"),
  ({ onClose }: { onClose: () => void }) => onClose(),
);

/** Opens the reviewers and preview links of a course. For those who make it. isNarrow: the icon alone is seen. */
export function ShareButton({ courseId, isNarrow = false }: { courseId: number; isNarrow?: boolean }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Share2} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {isNarrow ? <span className="visually-hidden">{t`Share`}</span> : t`Share`}
      </Button>
      <ShareDialog courseId={courseId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
