import { useLingui } from "@lingui/react/macro";
import { CircleQuestionMark } from "lucide-react";
import { useState, type ReactNode } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { AskWhy } from "./why-dialog.tsx";

const WhyDialog = lazyPart(() => import("./why-dialog.tsx"));

/** What a row needs to be asked about. */
interface Person {
  readonly id: number;
  readonly name: string;
}

/**
 * A button for the rows of a list that a condition makes, which tells why somebody fits it, and its dialog, to be rendered anywhere on the screen; ask opens it for
 * anybody. ask: the call that tells it; null where there is nothing to ask.
 */
export function useWhy(ask: ((userId: number) => AskWhy) | null): {
  button: (row: Person) => ReactNode;
  ask: (person: Person) => void;
  dialog: ReactNode;
} {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Person | null>(null);
  const close = () => setAsked(null);
  return {
    button(row) {
      const { name } = row;
      return ask && <IconButton icon={CircleQuestionMark} size="s" label={t`Why is ${name} here?`} onPress={() => setAsked(row)} />;
    },
    ask: setAsked,
    dialog: asked && ask && <WhyDialog name={asked.name} ask={ask(asked.id)} onClose={close} onGiveUp={close} />,
  };
}
