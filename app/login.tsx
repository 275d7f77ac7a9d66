import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";
import "#ui/styles.css";
import { LoginPage } from "#features/auth/web/login-page.tsx";
import * as api from "#features/portal/contract.ts";
import { inlinedNoUser } from "#features/portal/web/inlined.ts";
import { call } from "#platform/call.ts";
import { startLocale } from "#platform/web/messages.ts";

// Login is a page of its own: nothing of the application loads before somebody has signed in.

/** The login-time environment (specification §3): inlined in the page, else fetched; null when the address belongs to no portal. */
async function portalHere() {
  if (inlinedNoUser) return inlinedNoUser;
  const answer = await call(api.environmentNoUser).catch(() => null);
  return answer?.validPortal ? answer : null;
}

async function start() {
  const portal = await portalHere();
  document.title = `Login - ${portal?.ProductName ?? (document.title || "Stoa")}`;
  // The server chose this language for the page, and these files hold its messages.
  const locale = document.documentElement.lang || "en";
  await startLocale(locale);

  const root = document.getElementById("root");
  if (root)
    createRoot(root).render(
      <I18nProvider i18n={i18n}>
        <main id="main">
          <LoginPage portal={portal} />
        </main>
      </I18nProvider>,
    );
}

void start();
