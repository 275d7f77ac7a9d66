import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import "./part-list.css";

interface Part {
  readonly id: string;
}

interface PartListProps<One extends Part> {
  readonly parts: readonly One[];
  readonly onChange: (parts: One[]) => void;
  /** What one is called: "Section 2". Counts from 1. */
  readonly nameOf: (number: number) => string;
  /** The fields of one. */
  readonly children: (part: One, change: (next: One) => void) => ReactNode;
  /** The words of the button that adds one, and the one that it adds; without it, they are added in another way. */
  readonly adding?: { readonly label: string; readonly create: (id: string) => One };
  readonly most: number;
  /** Whether its first field has the focus at once. */
  readonly autoFocus?: boolean | undefined;
}

/** An id that none of these parts has. */
export function nextId(parts: readonly Part[]): string {
  let number = parts.length + 1;
  while (parts.some(({ id }) => id === String(number))) number += 1;
  return String(number);
}

/** The parts of a block, each with its fields: added, removed, and put in order with buttons. */
export function PartList<One extends Part>({ parts, onChange, nameOf, children, adding, most, autoFocus }: PartListProps<One>) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const total = parts.length;
  useEffect(() => {
    if (autoFocus) list.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [autoFocus]);
  const move = (from: number, to: number) => {
    const part = parts[from];
    if (!part || to < 0 || to >= total) return;
    onChange(parts.toSpliced(from, 1).toSpliced(to, 0, part));
    const place = to + 1;
    announce(t`Place ${place} of ${total}`);
  };
  const remove = (at: number) => {
    // The button goes with its part.
    list.current?.focus({ preventScroll: true });
    onChange(parts.toSpliced(at, 1));
    const name = nameOf(at + 1);
    announce(t`${name} was removed`);
  };
  return (
    <div ref={list} className="part-list" tabIndex={-1}>
      {parts.map((part, at) => {
        const name = nameOf(at + 1);
        return (
          <div key={part.id} role="group" aria-label={name} className="part">
            <div className="part-head">
              <span className="muted small num">{name}</span>
              <IconButton
                size="s"
                icon={ArrowUp}
                label={t`Move up: ${name}`}
                aria-disabled={at === 0 || undefined}
                onPress={() => move(at, at - 1)}
              />
              <IconButton
                size="s"
                icon={ArrowDown}
                label={t`Move down: ${name}`}
                aria-disabled={at === total - 1 || undefined}
                onPress={() => move(at, at + 1)}
              />
              <IconButton size="s" icon={Trash2} label={t`Remove: ${name}`} onPress={() => remove(at)} />
            </div>
            {children(part, (next) => onChange(parts.with(at, next)))}
          </div>
        );
      })}
      {adding && total < most && (
        <Button icon={Plus} onPress={() => onChange([...parts, adding.create(nextId(parts))])}>
          {adding.label}
        </Button>
      )}
    </div>
  );
}
