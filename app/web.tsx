import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import "#ui/styles.css";
import { beginEnvironment } from "#features/portal/web/environment.ts";
import { keepTheme } from "#features/portal/web/theme.ts";
import { CallError, freshMs, takeFirst } from "#platform/call.ts";
import { startLocale } from "#platform/web/messages.ts";
import { fetchOnIntent } from "./fetch-on-intent.ts";
import { createRouter } from "./router.tsx";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Repeating the call does not help against an answer such as 403 or 404.
      retry: (failures, error) => failures < 2 && error instanceof CallError && error.temporary,
      staleTime: freshMs,
      refetchOnWindowFocus: false,
    },
  },
});

/** Renders the application in the person's language. A function, because a top-level await would disable optimizations of the bundler that save files. */
async function start() {
  const environment = beginEnvironment(client);
  takeFirst();
  keepTheme(environment?.Preferences.Theme);
  const locale = environment?.Preferences.Locale ?? document.documentElement.lang;
  await startLocale(locale);

  fetchOnIntent(client);
  const root = document.getElementById("root");
  if (root)
    createRoot(root).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={client}>
            <RouterProvider router={createRouter(client)} />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    );
}

void start();
