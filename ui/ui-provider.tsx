import { useEffect, type ReactNode } from "react";
import { LocaleContext, ZoneContext } from "./zone.ts";

/** The key under which React Aria looks for its locale before it asks the browser. Setting it spares the shell React Aria's code. */
const ariaLocale = Symbol.for("react-aria.i18n.locale");
const settings = globalThis as unknown as Record<symbol, string>;

function setFirstLocale(locale: string) {
  settings[ariaLocale] ??= locale;
}

/** Used once inside the router: sets the locale of all controls, and the time zone that `Time` shows (an IANA name). */
export function UiProvider({ locale, zone, children }: { locale: string; zone: string; children: ReactNode }) {
  // Must be set before the first control renders, so an effect would be too late.
  setFirstLocale(locale);
  useEffect(() => {
    settings[ariaLocale] = locale;
    // React Aria reads the locale again on this event.
    window.dispatchEvent(new Event("languagechange"));
  }, [locale]);
  return (
    <LocaleContext value={locale}>
      <ZoneContext value={zone}>{children}</ZoneContext>
    </LocaleContext>
  );
}
