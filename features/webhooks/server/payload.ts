import { eventNamed } from "#features/notifications/events.ts";
import { tellerIn } from "#features/notifications/server/service.ts";
import { languageOf } from "#platform/languages.ts";
import { shortened } from "#platform/shortened.ts";
import type { WebhookFormat } from "../contract.ts";

/** What of an event is sent: where from, when, about whom. */
export interface Occasion {
  readonly event: string;
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly portal: { readonly name: string; readonly host: string; readonly locale: string; readonly timeZone: string };
  /** Whom the event is about; null where it is about nobody, or was told to several. */
  readonly person: Person | null;
  readonly variables: unknown;
}
interface Person {
  /** Null for an address without an account. */
  readonly id: number | null;
  readonly email: string;
  readonly name: string | null;
}

/** The name under which a test is sent; no event has it. */
export const testEvent = "test";

/** Lines of an event that a message to a channel shows, and characters of each. */
const mostLines = 3;
const mostCharacters = 500;

/** The body of a delivery; null for an event or variables that this version does not know. */
export function bodyOf(format: WebhookFormat, occasion: Occasion): string | null {
  const told = occasion.event === testEvent ? { variables: {}, lines: linesOfTest(occasion) } : toldOf(occasion);
  if (!told) return null;
  const { event, eventId: id, occurredAt, portal, person } = occasion;
  switch (format) {
    case "json":
      return JSON.stringify({
        event,
        id,
        portal: { name: portal.name, host: portal.host },
        occurredAt: occurredAt.toISOString(),
        timeZone: portal.timeZone,
        person,
        variables: told.variables,
      });
    case "slack":
      return JSON.stringify({ text: told.lines.map(forSlack).join("\n"), mrkdwn: false });
    case "teams":
      return JSON.stringify(cardOf(told.lines));
  }
}

const tellerOf = ({ portal }: Occasion) => tellerIn(languageOf(portal.locale) ?? "en", portal.timeZone);

/** The variables of an event that may leave, and its words as lines. */
function toldOf(occasion: Occasion) {
  const event = eventNamed(occasion.event);
  const known = event?.variables.safeParse(occasion.variables);
  if (!event || !known?.success) return null;
  const teller = tellerOf(occasion);
  const { subject, lines } = event.words(teller, known.data);
  const { person } = occasion;
  const head = person ? teller.say("For {person}: {subject}", { person: person.name ?? person.email, subject }) : subject;
  const variables = Object.entries(known.data as object).filter(([name]) => !event.secrets?.includes(name));
  return {
    variables: Object.fromEntries(variables),
    lines: [head, ...lines.slice(0, mostLines)].map((line) => shortened(line, mostCharacters)),
  };
}

function linesOfTest(occasion: Occasion): string[] {
  const { say } = tellerOf(occasion);
  return [say("This is a test of {portal}: what happens there is told here from now on.", { portal: occasion.portal.name })];
}

/** Text in which nothing is a mention, a command or a link in other words. A bare web address becomes one in Slack all the same. */
const forSlack = (line: string) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** An Adaptive Card of lines, the first one bold. Text runs hold no markup. */
const cardOf = (lines: readonly string[]) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: lines.map((text, nth) => ({
          type: "RichTextBlock",
          inlines: [{ type: "TextRun", text, ...(nth === 0 && { weight: "Bolder" }) }],
        })),
      },
    },
  ],
});
