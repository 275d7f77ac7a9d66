import { createContext, useContext } from "react";

export const ZoneContext = createContext<string | null>(null);
export const LocaleContext = createContext<string | null>(null);

/** The IANA name of the time zone in which times are shown: the person's own, else the browser's. */
export function useZone(): string {
  return useContext(ZoneContext) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The locale in which dates and numbers are written: the person's own, else the browser's. */
export function useUiLocale(): string {
  return useContext(LocaleContext) ?? navigator.language;
}
