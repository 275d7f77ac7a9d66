import * as z from "zod/mini";
import { FieldSheet, SheetChange } from "#features/fields/sheet-contract.ts";
import { endpoint } from "#platform/contract.ts";

// What is kept of one person beside their profile and enrolments; each is a tab of User Details.

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });

export const getPersonFields = endpoint({
  method: "GET",
  path: "/rest/people/:userId/fields",
  summary: "The custom fields of a person that the one who asks sees, with their values.",
  params: person,
  response: FieldSheet,
});

export const savePersonFields = endpoint({
  method: "PUT",
  path: "/rest/people/:userId/fields",
  summary: "Changes values of a person in custom fields that the one who asks may edit. What is left out stays.",
  params: person,
  body: SheetChange,
  response: FieldSheet,
});
