/** What is known of a person in a portal: all that conditions ask about. */
export interface Facts {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  /** What another system calls the person. */
  readonly externalId: string | null;
  /** Which of the languages that there are the person has chosen, and the time zone likewise; null: none, so that of the portal. */
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly status: "active" | "suspended";
  readonly isAuthor: boolean;
  readonly isManager: boolean;
  readonly isAdmin: boolean;
  readonly joinedAt: Date;
  readonly lastSignInAt: Date | null;
  readonly groupIds: readonly number[];
  /** The managers, of those asked about, in whose team the person is. */
  readonly managerIds: readonly number[];
  readonly enrolments: readonly EnrolmentFact[];
  readonly completions: readonly { readonly courseId: number; readonly completedAt: Date }[];
  readonly fields: readonly FieldFact[];
}

export interface EnrolmentFact {
  readonly courseId: number;
  readonly isActive: boolean;
  readonly dueAt: Date | null;
  /** Whether the newest attempt that counts is complete. */
  readonly isComplete: boolean;
}

/** One value of a custom field; the field's kind says which of them is set. */
export interface FieldFact {
  readonly fieldId: number;
  /** The text as it is compared (platform/folded.ts). */
  readonly text: string | null;
  readonly number: number | null;
  /** "2026-05-01". */
  readonly day: string | null;
  readonly instant: Date | null;
  readonly optionId: number | null;
  readonly personId: number | null;
}
