import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractsForTheBrowser } from "./app/build-contracts.ts";
import { wordsForTheBrowser } from "./app/build-words.ts";
import { messagesInPlace } from "./app/build-messages.ts";
import { unusedRouterParts } from "./app/build-router.ts";
import { filesOfScreens, screensForTheBrowser } from "./app/build-screens.ts";

// The languages whose words React Aria brings along; ours come from locales/.
const LOCALES = ["en-US", "de-DE", "ar-AE", "es-ES", "fr-FR"];

const anyOf = (...parts: string[]) => new RegExp(parts.join("|"));
const aria = (names: string) => `node_modules/react-(?:aria-components|aria|stately)/dist/private/(?:${names})`;
const icons = (names: string) => `/lucide-react/dist/esm/icons/(?:${names})\\.mjs`;

// What every screen needs travels as few files as possible; the rest follows its screen. First match wins. A file is a request: what the same
// screens need is one file, with one style sheet for all controls and one for all of a student's screens but the viewer.
const groups = [
  // What the login page and the application share.
  {
    name: "base",
    includeDependenciesRecursively: false,
    test: anyOf(
      "node_modules/(?:react|react-dom|scheduler|@lingui/(?:core|react))/",
      "node_modules/lucide-react/dist/esm/(?!icons/)",
      "/platform/(?:call|contract|words|web/messages)\\.",
      "/features/portal/(?:web/inlined|web/safe-html|contract)\\.",
      "/features/auth/(?:web/own-page|return-url)\\.",
      "/ui/(?:styles|icon|banner|tone-icon|spinner|announce|plate|plate-art)\\.|/ui/(?:list-screen/)?[\\w-]+\\.css",
      "vite/preload-helper",
      icons("x|check|info|circle-check|triangle-exclamation-point|circle-exclamation-point|circle-alert"),
    ),
  },
  {
    name: "shell",
    includeDependenciesRecursively: false,
    test: anyOf(
      "node_modules/(?:react-router|@tanstack/(?:query-core|react-query))/",
      "/features/portal/(?:web/(?:environment|hooks|shell-state|theme)\\.|guard)",
      "/features/shell/web/(?:shell|header|footer|bar-button|announcement-seen|loading-screen|route-error|missing-code)\\.",
      "/features/(?:shell|courses|catalog|enrolment|dashboard)/web/[\\w-]+\\.css",
      "/app/(?:router|browser-screens|overlays|fetch-on-intent)\\.",
      "/ui/(?:page-header|link|link-button|error-boundary|empty-state|error-state|state|plain-button|copy-id|toasts?|ui-provider|zone)\\.",
      icons(
        "circle-user-round|layout-dashboard|library-big|log-in|menu|settings-2|square-plus|book-open|rotate-ccw-clock|history|copy|rotate-cw|arrow-left",
      ),
    ),
  },
  // What dashboard, catalog and course details show of a course, and small things of many screens.
  {
    name: "course",
    includeDependenciesRecursively: false,
    test: anyOf(
      "/features/dashboard/(?:layout|contract|web/(?:use-widget-names|hooks))\\.",
      "/features/(?:courses|enrolment)/web/(?:course-(?!card)|use-cause-words|use-course-words|use-enrol|use-lock-words|due-tag)|/features/blocks/file-url",
      "/features/enrolment/(?:contract|web/hooks)\\.|/platform/web/query-subjects\\.",
      "/ui/(?:progress|tag|time|format-time|use-now|use-percent|skeleton|use-media-query|link-tabs)\\.",
      "/ui/(?:busy-region|lazy-part|plain-icon-button|use-fetch-ahead|thread)\\.",
      icons("play|rotate-ccw|lock|calendar-clock|clock|monitor-play|presentation|box|user-plus|book-open-check"),
      icons("chevron-left|chevron-right|circle-x|circle-dashed|list|funnel|arrow-down|arrow-up|download"),
    ),
  },
  // What the lessons of the viewer share with its quizzes, players and packages.
  {
    name: "viewer",
    includeDependenciesRecursively: false,
    test: anyOf(
      "/ui/(?:use-byte-size|kept-setting)\\.",
      "/features/viewer/web/(?:reading-settings|use-shortcuts-on)\\.",
      "/features/(?:scorm/contract|courses/content|blocks/(?:ranges|kinds|learning|played|watched-percent|web/block-parts|(?:text|image|file)/|(?<kind>\\w+)/\\k<kind>\\.))",
      icons("app-window|cloud-upload|lightbulb|file-down"),
    ),
  },
  { name: "schemas", test: anyOf("node_modules/zod/") },
  {
    name: "auth",
    includeDependenciesRecursively: false,
    test: anyOf("/features/auth/(?:contract|web/(?:use-auth-form|auth-frame|hooks))\\.|/ui/password-field\\.", icons("eye|eye-off")),
  },
  // The controls of the login page are those of every form.
  {
    name: "control",
    includeDependenciesRecursively: false,
    tags: ["$initial" as const],
    test: anyOf(
      "node_modules/(?:react-aria-components|react-aria|react-stately|@internationalized/string|clsx)/",
      "/ui/(?:button|field-text|text-field)\\.",
    ),
  },
  {
    name: "choice",
    includeDependenciesRecursively: false,
    test: anyOf("/ui/(?:checkbox|checkbox-group|input-ref)\\.", aria("Checkbox|checkbox/|toggle/|utils/useSlot"), icons("minus")),
  },
  {
    name: "field",
    includeDependenciesRecursively: false,
    test: anyOf(
      "/ui/(?:select|lazy-overlay|lazy-sheet|confirm-dialog)\\.",
      aria("i18n/|I18n|visually-hidden/"),
      "node_modules/@internationalized/string/",
      icons("chevron-down|log-out|plus"),
    ),
  },
  // What comes with every list that is searched and has pages.
  {
    name: "list",
    includeDependenciesRecursively: false,
    test: anyOf(
      "/ui/(?:search-field|pager|use-url-state)\\.|/ui/list-screen/(?!table-list|selection-bar|use-selection)|/platform/list/list\\.",
      "/features/(?:history/(?:contract|web/outcome-tag)|enrolment/web/my-course-card)\\.",
      aria("SearchField|searchfield/|intl/searchfield/"),
      icons("trophy|search|search-x|sliders-horizontal"),
    ),
  },
  {
    name: "authoring",
    includeDependenciesRecursively: false,
    test: anyOf(
      "/features/authoring/(?:contract|policy|web/(?:hooks|course-status|editor-values))\\.",
      "/features/authoring/web/[\\w-]+\\.css",
      "/features/courses/completion-policy\\.",
      icons("archive|pencil-line|package|upload|flask-conical"),
    ),
  },
];

// Nothing in the bundle depends on the environment: one build serves every host (decision "runtime config").
export default defineConfig({
  base: "/v/",
  // Filled in by the server for every answer (features/portal/server/page.ts).
  html: { cspNonce: "__STOA_NONCE__" },
  // React has had this hook itself since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }] },
  envPrefix: "STOA_NOTHING_IS_EXPOSED_",
  plugins: [
    wordsForTheBrowser(),
    { ...contractsForTheBrowser(), enforce: "pre" },
    screensForTheBrowser(),
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })] }),
    messagesInPlace(),
    filesOfScreens(),
    unusedRouterParts(),
    { ...optimizeLocales.vite({ locales: LOCALES }), enforce: "pre" },
  ],
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    // The first screen's files are named by the server in the page (app/screen-pages.ts). Lists for every other screen would be in
    // the shell; their files are few and found at the second look.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : []) },
    rolldownOptions: {
      // No module of ours or of the libraries does work in a getter; without this a schema that spreads another one stays for ever.
      // Nor do shapes and tables: a screen that takes none of them does not wait for their chunk.
      treeshake: { propertyReadSideEffects: false, moduleSideEffects: (id) => !/\/features\/[\w/-]+\.ts$/.test(id) },
      input: { app: "index.html", login: "login.html" },
      output: {
        // The shell lists the files of every screen, so their names are short.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[hash:7][extname]",
        codeSplitting: { groups },
      },
    },
    assetsInlineLimit: 0,
  },
});
