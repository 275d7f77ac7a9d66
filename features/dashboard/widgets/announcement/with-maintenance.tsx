import { type ReactNode, useState } from "react";
import { maintenanceIn, ToldHtml, withoutMaintenance } from "#features/portal/web/told-html.tsx";
import { useZone } from "#ui/zone.ts";

interface WithMaintenanceProps {
  readonly html: string;
  /** The beginning of some of it. */
  readonly begin: (html: string) => ReactNode;
}

/** The beginning of what the portal tells, and below it when the maintenance is, in the reader's time and counting down, until it is over. */
export default function WithMaintenance({ html, begin }: WithMaintenanceProps) {
  const [isOver, setOver] = useState(false);
  const zone = useZone();
  return (
    <>
      {begin(withoutMaintenance(html))}
      {!isOver && <ToldHtml html={maintenanceIn(html)} className="stack-s" zone={zone} onOver={() => setOver(true)} />}
    </>
  );
}
