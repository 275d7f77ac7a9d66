import { wordsOf } from "#platform/catalogue.ts";
import { acceptedLanguage } from "#platform/languages.ts";
import { phrase } from "#platform/words.ts";
import type { AloneWords } from "../launcher/alone.ts";
import { stageScriptPath } from "./opening-script.ts";
import type { AttemptToken } from "./tokens.ts";

/** For a window that was loaded anew, and so has lost the page that opened it. */
const alone = phrase("This window has lost the page that opened it. Close it and open the course again there. Your progress is kept.");

/** What a window says that never has a page behind it. */
const ownWords: Readonly<Record<keyof AloneWords, string>> = {
  previous: phrase("Previous part"),
  next: phrase("Next part"),
  finish: phrase("Finish"),
  parts: phrase("Parts of this course"),
  unreached: phrase("The course could not be opened. Check your connection, then load this window again."),
  unsaved: phrase("Not saved yet, keep this window open. If you were signed out, sign in again in the other window."),
  stopped: phrase("Nothing more is recorded here. Close this window and open the course again."),
  overtaken: phrase("The course was opened again in another window or on another device. You can close this window."),
  full: phrase("The course has no more room to store. What was saved before is kept."),
  missing: phrase("A part of this course is missing. Your progress is kept. Tell the person who runs this course."),
  blocked: phrase("The course does not open that part yet. Finish this one first."),
  ended: phrase("The course has ended. You can close this window."),
  partEnded: phrase("This part has ended."),
};

const escapes: Record<string, string> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026" };

interface About {
  readonly title: string;
  /** What the browser asks for. */
  readonly languages: string | undefined;
  /** All courses share one host: a window of its own has no page behind it, and says itself what the learner has to know. */
  readonly sharesHost: boolean;
}

/** The page between the portal's page and the package. The signed token names its portal's origin, so no other page can control it. */
export function launcherPage({ origin }: AttemptToken, { title, languages, sharesHost }: About): string {
  const language = acceptedLanguage(languages);
  const localized = (text: string) => wordsOf(language, text);
  const own = sharesHost ? Object.fromEntries(Object.entries(ownWords).map(([name, text]) => [name, localized(text)])) : null;
  const setup = JSON.stringify({ origin, alone: localized(alone), own, language }).replace(/[<>&]/g, (c) => escapes[c] ?? c);
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)}</title>
<style>html,body{margin:0;block-size:100%;overflow:hidden;background:#fff}iframe{display:block;inline-size:100%;block-size:100%;border:0}</style></head>
<body><script src="/c/${stageScriptPath}"></script><script type="application/json" id="stoa">${setup}</script><script src="~launcher.js"></script></body></html>`;
}
