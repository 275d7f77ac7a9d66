import { useEffect, type ReactNode } from "react";
import { LocaleContext, ZoneContext } from "./zone.ts";

/** Where React Aria looks for its locale before it asks the browser; set like this, the shell needs none of its code. */
const ariaLocale = Symbol.for("react-aria.i18n.locale");
const settings = globalThis as unknown as Record<symbol, string>;

function setFirstLocale(locale: string) {
  settings[ariaLocale] ??= locale;
}

/** Put once inside the router: the locale of all controls, and the zone `Time` shows (an IANA name). */
export function UiProvider({ locale, zone, children }: { locale: string; zone: string; children: ReactNode }) {
  // Before the first control renders, so not in an effect only.
  setFirstLocale(locale);
  useEffect(() => {
    settings[ariaLocale] = locale;
    // React Aria reads it again when the browser's language changes.
    window.dispatchEvent(new Event("languagechange"));
  }, [locale]);
  return (
    <LocaleContext value={locale}>
      <ZoneContext value={zone}>{children}</ZoneContext>
    </LocaleContext>
  );
}
