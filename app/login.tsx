import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";
import "#ui/styles.css";
import { LoginFailed } from "#features/auth/web/login-failed.tsx";
import { LoginPage } from "#features/auth/web/login-page.tsx";
import * as api from "#features/portal/contract.ts";
import { inlinedNoUser } from "#features/portal/web/inlined.ts";
import { call, CallError } from "#platform/call.ts";
import { startLocale } from "#platform/web/messages.ts";

// Login is a page of its own: nothing of the application loads before somebody has signed in.

/** The login-time environment (specification §3): inlined in the page, else fetched; null when the address belongs to no portal. Or why it did not come. */
async function portalHere(): Promise<api.EnvironmentNoUser | null | CallError> {
  if (inlinedNoUser) return inlinedNoUser;
  try {
    const answer = await call(api.environmentNoUser);
    return answer.validPortal ? answer : null;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

async function start() {
  // The server chose this language for the page, and these files hold its messages.
  const locale = document.documentElement.lang || "en";
  await startLocale(locale);
  const portal = await portalHere();
  const name = portal && "ProductName" in portal ? portal.ProductName : document.title;
  document.title = `Login - ${name || "Stoa"}`;

  const root = document.getElementById("root");
  if (root)
    createRoot(root).render(
      <I18nProvider i18n={i18n}>
        <main id="main">{portal instanceof CallError ? <LoginFailed error={portal} /> : <LoginPage portal={portal} />}</main>
      </I18nProvider>,
    );
}

void start();
