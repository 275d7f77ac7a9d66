import { useLingui } from "@lingui/react/macro";
import { inlinedNoUser } from "#features/portal/web/inlined.ts";
import { languageCookie } from "#platform/language-cookie.ts";
import "./auth.css";

// It imports next to nothing: what it shared with the application would be loaded by every first screen.

const yearSeconds = 365 * 24 * 3600;

/** Keeps a language for visits of this host that are not signed in (platform/languages.ts), and loads the page in it. */
function choose(language: string) {
  const isSecure = location.protocol === "https:";
  document.cookie = `${languageCookie(isSecure)}=${language}; path=/; max-age=${yearSeconds}; samesite=lax${isSecure ? "; secure" : ""}`;
  // A page that took a secret out of its address puts it back for this (letter-link.tsx).
  dispatchEvent(new Event("loadanew"));
  location.reload();
}

/** The languages that the portal offers, each by its own name, for whoever is not signed in (ENV-8). Nothing where there is no choice. */
export default function LanguageChoice() {
  const { t, i18n } = useLingui();
  const offered = inlinedNoUser?.PortalSettings["languages"]?.split(",") ?? [];
  if (offered.length < 2) return null;
  return (
    <div role="group" aria-label={t`Language`} className="language-choice">
      {offered.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={i18n.locale.split("-")[0] === language || undefined}
          onClick={() => choose(language)}
        >
          {new Intl.DisplayNames([language], { type: "language" }).of(language)}
        </button>
      ))}
    </div>
  );
}
