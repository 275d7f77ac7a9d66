import { useLingui } from "@lingui/react/macro";
import { useZone } from "#ui/zone.ts";
import type { Choices } from "../contract.ts";
import type { FieldTest } from "../field/field.ts";
import type { Test } from "../kinds.ts";

/** A thing that a test can be about, as the builder offers it; fresh: a new test of it, which may still lack its text or its choice. */
export interface Subject {
  readonly id: string;
  readonly label: string;
  readonly fresh: Test;
}

/** The id of the subject that a test is about. */
export function subjectOf(test: Test): string {
  if (test.kind === "profile" || test.kind === "date") return `${test.kind}-${test.of}`;
  if (test.kind === "enrolment") return `enrolment-${test.test}`;
  return test.kind === "field" ? `field-${test.fieldId}` : test.kind;
}

const freshField = (field: Choices["fields"][number]): FieldTest => {
  switch (field.way) {
    case "text":
      return { by: "text", test: "contains", text: "" };
    case "number":
      return { by: "number", least: null, most: null };
    case "yes":
      return { by: "yes", is: true };
    case "day":
      return { by: "day", from: null, to: null };
    case "moment":
      return { by: "moment", when: { test: "within", days: 30 } };
    case "option":
      return { by: "option", optionIds: field.options.slice(0, 1).map(({ id }) => id) };
  }
};

/** Everything that a test can be about in this portal. */
export function useSubjects(choices: Choices): Subject[] {
  const { t } = useLingui();
  const zone = useZone();
  const text = { test: "contains", text: "" } as const;
  const recent = { test: "within", days: 30 } as const;
  const subject = (label: string, fresh: Test): Subject => ({ id: subjectOf(fresh), label, fresh });
  return [
    subject(t`Name`, { kind: "profile", of: "name", ...text }),
    subject(t`First name`, { kind: "profile", of: "givenName", ...text }),
    subject(t`Last name`, { kind: "profile", of: "familyName", ...text }),
    subject(t`Email`, { kind: "profile", of: "email", ...text }),
    subject(t`External ID`, { kind: "externalId", is: text }),
    subject(t`Language`, { kind: "language", languages: choices.languages.slice(0, 1) }),
    subject(t`Time zone`, { kind: "timeZone", zones: [zone] }),
    subject(t`Status`, { kind: "status", is: "active" }),
    subject(t`Role`, { kind: "role", is: "student" }),
    subject(t`Joined`, { kind: "date", of: "joined", when: recent }),
    subject(t`Last sign-in`, { kind: "date", of: "lastSignIn", when: recent }),
    subject(t`Enrolled in`, { kind: "enrolment", test: "enrolled", courseIds: [] }),
    subject(t`Overdue in`, { kind: "enrolment", test: "overdue", courseIds: [] }),
    subject(t`Has completed`, { kind: "completion", courseIds: [], when: null }),
    ...(choices.groups[0] ? [subject(t`In a group`, { kind: "group", groupIds: [choices.groups[0].id] })] : []),
    ...(choices.managers?.[0] ? [subject(t`In the team of`, { kind: "scope", managerIds: [choices.managers[0].id] })] : []),
    ...choices.fields.map((field) => subject(field.name, { kind: "field", fieldId: field.id, is: freshField(field) })),
  ];
}
