import { accessibleDocuments } from "./accessible-documents.ts";
import type { DemoCourse } from "./build.ts";
import { dataProtection } from "./data-protection.ts";
import { deEscalation } from "./de-escalation.ts";
import { fireSafety } from "./fire-safety.ts";
import { firstAid } from "./first-aid.ts";
import { forkliftBasics } from "./forklift-basics.ts";
import { infectionControl } from "./infection-control.ts";
import { manualHandling } from "./manual-handling.ts";
import { onboarding } from "./onboarding.ts";
import { phishingAwareness } from "./phishing-awareness.ts";
import { publicProcurement } from "./public-procurement.ts";
import { recordsManagement } from "./records-management.ts";

/** The twelve demo courses. Portals choose from them by slug. */
export const demoCourses: readonly DemoCourse[] = [
  accessibleDocuments,
  dataProtection,
  deEscalation,
  fireSafety,
  firstAid,
  forkliftBasics,
  infectionControl,
  manualHandling,
  onboarding,
  phishingAwareness,
  publicProcurement,
  recordsManagement,
];
