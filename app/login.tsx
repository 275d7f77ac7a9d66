import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { lazy, Suspense, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import "#ui/styles.css";
import { LoginFailed } from "#features/auth/web/login-failed.tsx";
import { LoginPage } from "#features/auth/web/login-page.tsx";
import * as api from "#features/portal/contract.ts";
import { inlinedNoUser } from "#features/portal/web/inlined.ts";
import { call, CallError } from "#platform/call.ts";
import { startLocale } from "#platform/web/messages.ts";

// The pages for people who are not signed in are a page of their own: nothing of the application loads before somebody has signed in.

type Page = ComponentType<{ portal: api.EnvironmentNoUser }>;

/** Lazy, and left out where it does not come: nobody's sign-in waits for it. */
const LanguageChoice = lazy(() => import("#features/auth/web/language-choice.tsx").catch(() => ({ default: () => null })));

/** The other pages of getting in, each loaded where it is asked for, with their titles as app/screens.ts has them (app/screens.test.ts). */
const others: Readonly<Record<string, { readonly title: string; readonly load: () => Promise<{ readonly default: Page }> }>> = {
  "/auth/forgot": { title: "Forgot password", load: () => import("#features/auth/web/forgot-page.tsx") },
  "/auth/link": { title: "Sign in by email", load: () => import("#features/auth/web/link-page.tsx") },
  "/auth/email": { title: "New email", load: () => import("#features/auth/web/email-page.tsx") },
  "/auth/portals": { title: "Your Portals", load: () => import("#features/identities/web/elsewhere-page.tsx") },
  "/auth/invitation": { title: "Invitation", load: () => import("#features/invitations/web/invitation-page.tsx") },
  "/auth/register": { title: "Register", load: () => import("#features/registration/web/register-page.tsx") },
  "/public/courses": { title: "Public Courses", load: () => import("#features/catalogues/web/public-courses-page.tsx") },
  "/public/courses/:courseId": { title: "Public Course", load: () => import("#features/catalogues/web/public-course-page.tsx") },
};

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
  const path = location.pathname.toLowerCase().replace(/^\/v|\/$/g, "");
  const other = others[path] ?? others[path.replace(/\/[^/]+$/, "/:courseId")];
  const [, portal, part] = await Promise.all([startLocale(locale), portalHere(), other?.load().catch(() => null)]);
  const name = portal && "ProductName" in portal ? portal.ProductName : document.title;
  document.title = `${other?.title ?? "Login"} - ${name || "Stoa"}`;
  const Part = part?.default;

  const root = document.getElementById("root");
  if (root)
    createRoot(root).render(
      <I18nProvider i18n={i18n}>
        <main id="main">
          {/* The frame of the public courses has it in its head. */}
          {!path.startsWith("/public/") && (
            <Suspense fallback={null}>
              <LanguageChoice />
            </Suspense>
          )}
          {portal instanceof CallError || (other && !Part) ? (
            <LoginFailed error={portal instanceof CallError ? portal : null} />
          ) : Part && portal ? (
            <Part portal={portal} />
          ) : (
            <LoginPage portal={portal} />
          )}
        </main>
      </I18nProvider>,
    );
}

void start();
