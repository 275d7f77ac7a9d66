import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Result } from "#platform/contract.ts";
import type { codeChoices } from "../contract.ts";

export type Choices = Result<typeof codeChoices>;

export interface EffectProps<Effect> {
  /** What is chosen so far; it may still lack something. */
  readonly value: Effect;
  readonly onChange: (value: Effect) => void;
  readonly choices: Choices;
  /** What ids of the saved effect stand for. */
  readonly names: readonly { readonly id: number; readonly name: string }[];
  readonly error: string | undefined;
}

/** How a kind of effect is chosen: a file of its folder, and a line of web/effect-editors.tsx. */
export interface EffectEditor<Effect> {
  readonly icon: LucideIcon;
  /** With nothing chosen yet. */
  readonly begin: Effect;
  /** Whether the person asking can give it, and there is anything to give. */
  readonly isOffered: (choices: Choices) => boolean;
  readonly Fields: (props: EffectProps<Effect>) => ReactNode;
}
