import { useState } from "react";
import { ToldHtml, withoutMaintenance } from "#features/portal/web/told-html.tsx";
import { Banner } from "#ui/banner.tsx";

/** What the installation tells everybody, for the sign-in page; nothing once it was only about a maintenance that is over. */
export function SystemBanner({ html }: { html: string }) {
  const [isOver, setOver] = useState(false);
  const shown = isOver ? withoutMaintenance(html) : html;
  if (shown === "") return null;
  return (
    <Banner>
      <ToldHtml html={shown} className="stack-s" onOver={() => setOver(true)} />
    </Banner>
  );
}
