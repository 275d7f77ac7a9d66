/** Something that an author should mend in a block or a question. Errors stop publishing. Its text is in the `problemWords` of the kind's editor, by its code. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  readonly severity: "error" | "warning";
  /** Values for the placeholders of its text. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The id of the part that it is about, such as a question of a quiz; without it, the whole block. */
  readonly at?: string;
}

/** The problems of a list of all that could be one: each code with how bad it is, or with false where all is well. */
export const problemsIn = <Code extends string>(found: Readonly<Record<Code, Problem["severity"] | false>>): Problem<Code>[] =>
  (Object.entries(found) as [Code, Problem["severity"] | false][]).flatMap(([code, severity]) =>
    severity === false ? [] : [{ code, severity }],
  );
