import type { ReactNode } from "react";
import { RouterProvider } from "react-aria-components";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useHref, useNavigate } from "react-router";
import { ZoneContext } from "./zone.ts";

function isWholeAddress(href: string): boolean {
  return /^https?:/.test(href);
}

/** Screens get the app's base path; complete addresses stay as they are. */
function useAppHref(href: string): string {
  const inApp = useHref(isWholeAddress(href) ? "/" : href);
  return isWholeAddress(href) ? href : inApp;
}

/** Put once inside the router: the locale of all controls, client-side links in menus, and the zone `Time` shows (an IANA name). */
export function UiProvider(props: { locale: string; zone: string; children: ReactNode }) {
  const navigate = useNavigate();
  const open = (href: string) => (isWholeAddress(href) ? location.assign(href) : void navigate(href));
  return (
    <I18nProvider locale={props.locale}>
      <RouterProvider navigate={open} useHref={useAppHref}>
        <ZoneContext value={props.zone}>{props.children}</ZoneContext>
      </RouterProvider>
    </I18nProvider>
  );
}
