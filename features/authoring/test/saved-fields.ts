import type { CourseFields } from "../fields-contract.ts";

/** A complete and valid save of the editor; tests change the fields that they are about. */
export const savedFields: CourseFields = {
  title: "First aid",
  summary: "",
  outcomes: [],
  categoryIds: [],
  minutes: 10,
  language: "en",
  selfEnrol: true,
  tags: [],
  coverFileId: null,
  credits: [],
  requiredIds: [],
  requiredCount: null,
  startCondition: null,
  enrolFrom: null,
  enrolUntil: null,
  enrolZone: "Europe/Berlin",
  priceCents: null,
  priceCurrency: "EUR",
  isListed: true,
  isTemplate: false,
};
