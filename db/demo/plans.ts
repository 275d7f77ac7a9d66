import type { DemoPortal, Placement } from "./portals.ts";
import type { Random } from "./random.ts";

/** Days before now; negative is in the future. */
export type DaysAgo = number;

export interface PlannedCause {
  readonly kind: "self" | "person" | "rule";
  readonly reference?: string;
  readonly created: DaysAgo;
  readonly due?: DaysAgo;
  readonly expires?: DaysAgo;
  /** Set when the assignment was withdrawn since, for this reason. */
  readonly ended?: string;
}

export interface PlannedAttempt {
  readonly started: DaysAgo;
  readonly ended: DaysAgo;
  readonly pages: number;
  readonly failing: number;
  /** The second at which a video was left; the page after the last completed one must contain it. */
  readonly second?: number;
}

/** One person in one course: why they are enrolled, and how far they came. */
export interface Plan {
  readonly course: string;
  readonly causes: readonly PlannedCause[];
  readonly attempts: readonly PlannedAttempt[];
}

const all = Number.POSITIVE_INFINITY;

/** student@stoa.example in Northwind: every state that the product knows. */
const studentAtNorthwind: readonly Plan[] = [
  // The most recent, so the dashboard continues here, with the video at second 17.
  {
    course: "manual-handling",
    causes: [{ kind: "self", created: 9 }],
    attempts: [{ started: 8.61, ended: 0.6, pages: 2, failing: 0, second: 17 }],
  },
  {
    course: "onboarding",
    causes: [{ kind: "person", created: 40, due: -35 }],
    attempts: [{ started: 38.51, ended: 3.36, pages: 35, failing: 0 }],
  },
  { course: "forklift-basics", causes: [{ kind: "rule", reference: "Yard team", created: 51, due: 6 }], attempts: [] },
  { course: "first-aid", causes: [{ kind: "person", created: 20, due: -3 }], attempts: [] },
  { course: "accessible-documents", causes: [{ kind: "self", created: 4 }], attempts: [] },
  { course: "workstation", causes: [{ kind: "self", created: 5 }], attempts: [] },
  {
    course: "data-protection",
    causes: [{ kind: "rule", reference: "Everyone at Northwind", created: 695, due: 650 }],
    attempts: [{ started: 690.15, ended: 684.33, pages: all, failing: 0 }],
  },
  {
    // A retake: both attempts stay in the history (MYC-4).
    course: "fire-safety",
    causes: [{ kind: "rule", reference: "Everyone at Northwind", created: 420, due: 375 }],
    attempts: [
      { started: 415.8, ended: 411.12, pages: all, failing: 1 },
      { started: 24.13, ended: 22.19, pages: all, failing: 0 },
    ],
  },
  {
    course: "phishing-awareness",
    causes: [
      { kind: "rule", reference: "Everyone at Northwind", created: 130, due: 85 },
      { kind: "self", created: 128 },
    ],
    attempts: [{ started: 100.25, ended: 95.8, pages: all, failing: 1 }],
  },
  {
    course: "de-escalation",
    causes: [{ kind: "person", created: 260 }],
    attempts: [{ started: 250.55, ended: 244.73, pages: all, failing: 0 }],
  },
  {
    course: "records-management",
    causes: [{ kind: "self", created: 405, expires: 40 }],
    attempts: [{ started: 400.05, ended: 390.35, pages: 2, failing: 0 }],
  },
];

const studentAtHarbor: readonly Plan[] = [
  { course: "infection-control", causes: [{ kind: "rule", reference: "All clinical staff", created: 14, due: -10 }], attempts: [] },
  {
    course: "first-aid",
    causes: [{ kind: "rule", reference: "All clinical staff", created: 80, due: 35 }],
    attempts: [{ started: 70.35, ended: 66.47, pages: all, failing: 0 }],
  },
];

const nurseAtHarbor: readonly Plan[] = [
  {
    course: "infection-control",
    causes: [{ kind: "rule", reference: "All clinical staff", created: 30, due: -2 }],
    attempts: [{ started: 20.25, ended: 1.42, pages: 3, failing: 0 }],
  },
  {
    course: "first-aid",
    causes: [{ kind: "rule", reference: "All clinical staff", created: 400, due: 355 }],
    attempts: [{ started: 390.35, ended: 388.41, pages: all, failing: 0 }],
  },
  { course: "de-escalation", causes: [{ kind: "self", created: 6 }], attempts: [] },
  { course: "fire-safety", causes: [{ kind: "rule", reference: "Everyone at Harbor", created: 60, due: 15 }], attempts: [] },
];

const clerkAtCivic: readonly Plan[] = [
  {
    course: "public-procurement",
    causes: [{ kind: "person", created: 25, due: -5 }],
    attempts: [{ started: 20.25, ended: 2.79, pages: 4, failing: 0 }],
  },
  {
    course: "records-management",
    causes: [{ kind: "rule", reference: "All departments", created: 300, due: 255 }],
    attempts: [{ started: 290.15, ended: 280.45, pages: all, failing: 1 }],
  },
  { course: "accessible-documents", causes: [{ kind: "rule", reference: "All departments", created: 50, due: 5 }], attempts: [] },
];

const written: Readonly<Record<string, readonly Plan[]>> = {
  "northwind student@stoa.example": studentAtNorthwind,
  "harbor student@stoa.example": studentAtHarbor,
  "harbor nurse@stoa.example": nurseAtHarbor,
  "civic clerk@stoa.example": clerkAtCivic,
};

/** What a person did in a portal since they joined: written out for the printed sign-ins, random for everybody else. */
export function plansFor(portal: DemoPortal, email: string, joined: DaysAgo, random: Random): readonly Plan[] {
  return written[`${portal.slug} ${email}`] ?? portal.courses.flatMap((placement) => chancePlan(placement, joined, random));
}

function chancePlan(placement: Placement, joined: DaysAgo, random: Random): Plan[] {
  const longest = Math.min(joined, placement.age) - 1;
  const cause = causeOf(placement, longest, random);
  if (!cause) return [];
  const old = cause.created > 60;
  const fate = random.next();
  const completed = fate < (old ? 0.8 : 0.3);
  const started = cause.created - Math.min(cause.created * 0.5, random.between(1, 12));
  const ended = Math.max(0.2, started - Math.min(started * 0.7, random.between(1, 9)));
  if (completed) {
    const first = { started, ended, pages: all, failing: random.pick([0.2, 0.5, 0.9]) };
    const again = ended > 400 && random.chance(0.15) ? [{ started: ended - 370, ended: ended - 372, pages: all, failing: 0.1 }] : [];
    return [{ course: placement.slug, causes: [cause], attempts: [first, ...again] }];
  }
  if (fate < (old ? 0.92 : 0.65))
    return [{ course: placement.slug, causes: [cause], attempts: [{ started, ended, pages: random.between(1, 3), failing: 0 }] }];
  const stopped = old && random.chance(0.6) ? { expires: Math.max(2, cause.created - 180) } : {};
  return [{ course: placement.slug, causes: [{ ...cause, ...stopped }], attempts: [] }];
}

function causeOf(placement: Placement, longest: DaysAgo, random: Random): PlannedCause | null {
  if (longest < 2) return null;
  if (placement.rule) return { kind: "rule", reference: placement.rule, created: longest - random.next(), due: longest - 45 };
  const dice = random.next();
  const created = random.between(2, longest) - random.next();
  if (dice < 0.4 && placement.selfEnrol !== false) return { kind: "self", created, ...(random.chance(0.15) && { expires: created - 365 }) };
  if (dice < 0.55) return { kind: "person", created, due: created - 30, ...(random.chance(0.08) && { ended: "Moved to another team." }) };
  return null;
}
