import type { OpenedAlone } from "../contract.ts";
import { playlist, type CreateRuntime } from "./runtime.ts";
import { partsBar, type BarWords } from "./parts-bar.ts";
import { play, randomId } from "./play.ts";
import { INIT, type ToLauncher } from "./protocol.ts";

/** What a window without a page behind it says, in the learner's language. */
export interface AloneWords extends BarWords {
  readonly unreached: string;
  readonly unsaved: string;
  readonly stopped: string;
  readonly overtaken: string;
  readonly full: string;
  readonly missing: string;
  readonly blocked: string;
  readonly ended: string;
  readonly partEnded: string;
}

/**
 * Plays a package in a window of its own that lives by its token alone, where courses share a host (CONTENT_HOSTS=one): no page opened it, so that no
 * package reaches one by it. It asks the server for what the page would tell it, sends every fact itself, and has the steps from part to part. Whoever
 * goes on elsewhere ends it: another such window of this browser at once, another device with the next answer.
 */
export async function playAlone(
  { origin, words, language }: { readonly origin: string; readonly words: AloneWords; readonly language: string },
  createRuntime: CreateRuntime,
  walked: () => void,
): Promise<void> {
  const found = await ask();
  if (typeof found === "string") return sayOnly(found || words.unreached, language);
  const { opened, epoch, firstSeq, key, place } = found;
  let listener: (message: ToLauncher) => void = () => undefined;
  const waiting = new Set<number>();
  let isUnsafe = false;
  let isOver = false;
  /** What the line says while nothing is wrong. */
  let rest = "";
  const items = playlist(opened.organization.items);
  const bar = partsBar(items, words, language, (to) => {
    if (isOver) return;
    bar.tell(rest);
    listener(to === "leave" ? { type: "leave" } : { type: "go", to, unlessWaits: false });
  });

  /** What the package says is stored no more, and it is told so. */
  function stop(why: string) {
    isOver = true;
    listener({ type: "stop" });
    bar.end(why);
  }
  function tellUnsafe(value: boolean) {
    if (isUnsafe === value || isOver) return;
    isUnsafe = value;
    listener({ type: "unsafe", isUnsafe });
    bar.tell(isUnsafe ? words.unsaved : rest);
  }
  play(
    { kind: INIT, opened, clientId: randomId(), firstSeq, asked: place },
    {
      tell(message) {
        if (message.type === "fact" && !opened.isTest) waiting.add(message.seq);
        else if (message.type === "navigation") {
          const { current, isRunning } = message.navigation;
          bar.show(message.navigation);
          const next =
            isRunning || current === null
              ? current === null
                ? rest
                : ""
              : items.at(-1)?.scoKey === current
                ? words.ended
                : words.partEnded;
          if (next !== rest && !isUnsafe && !isOver) bar.tell(next);
          rest = next;
        } else if (message.type === "done") {
          rest = words.ended;
          if (!isUnsafe && !isOver) bar.tell(rest);
        } else if (message.type === "full" || message.type === "missing" || message.type === "blocked") bar.tell(words[message.type]);
      },
      hear: (hears) => void (listener = hears),
      onAnswer(heard) {
        if (heard === "later") return tellUnsafe(true);
        if (heard === "never") return stop(words.stopped);
        for (const seq of [...heard.stored, ...heard.refused.map((one) => one.seq)]) waiting.delete(seq);
        tellUnsafe(false);
        const isFull = ({ code }: { readonly code: string }) => code === "state_full" || code === "day_full";
        // Whatever else is refused stays refused, such as all facts of an attempt after which another one has begun.
        const refused = heard.refused.find((one) => !isFull(one)) ?? heard.refused[0];
        if (refused && !isFull(refused)) return stop(refused.message);
        if (refused) {
          listener({ type: "full" });
          bar.tell(refused.message);
        }
        if (heard.epoch > epoch && !opened.isTest) stop(words.overtaken);
      },
    },
    origin,
    createRuntime,
    walked,
  );
  window.addEventListener("beforeunload", (event) => isUnsafe && waiting.size > 0 && event.preventDefault());
  // By a name that no other package knows. Not by Web Locks: clearing the host's storage, as each launch does there, begins others.
  const port = new BroadcastChannel(key);
  port.addEventListener("message", () => stop(words.overtaken));
  port.postMessage("opened");
}

/** What the server has for this window, or the sentence why not; empty where it cannot be reached. */
async function ask(): Promise<OpenedAlone | string> {
  try {
    const answer = await fetch(`~opened${location.search}`, { cache: "no-store" });
    const body = (await answer.json()) as OpenedAlone & { message: string };
    return answer.ok ? body : body.message;
  } catch {
    return "";
  }
}

function sayOnly(text: string, language: string) {
  document.body.replaceChildren();
  const line = document.createElement("p");
  line.role = "status";
  line.dir = "auto";
  line.lang = language;
  line.style.cssText = "margin: 0; padding: 2rem; font: 1rem/1.5 system-ui, sans-serif";
  document.body.append(line);
  line.textContent = text;
}
