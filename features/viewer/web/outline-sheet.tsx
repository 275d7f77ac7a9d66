import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "#ui/link.tsx";
import { Sheet } from "#ui/sheet.tsx";

/** The outline on a phone, in a sheet over the lesson. */
export default function OutlineSheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Sheet side="start" title={title} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <nav aria-label={t`Course outline`}>
        <Link to="/student/dashboard">{t`Back to dashboard`}</Link>
        {children}
      </nav>
    </Sheet>
  );
}
