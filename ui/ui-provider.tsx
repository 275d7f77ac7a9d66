import type { ReactNode } from "react";
import { RouterProvider } from "react-aria-components";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useHref, useNavigate } from "react-router";
import { ZoneContext } from "./zone.ts";

/** Put once inside the router: the locale of all controls, client-side links in menus, and the zone `Time` shows (an IANA name). */
export function UiProvider(props: { locale: string; zone: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <I18nProvider locale={props.locale}>
      <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
        <ZoneContext value={props.zone}>{props.children}</ZoneContext>
      </RouterProvider>
    </I18nProvider>
  );
}
