import { endpoint } from "#platform/contract.ts";
import { Arrangement } from "./contract.ts";
import { Layout } from "./layout-schema.ts";

export const saveWidgets = endpoint({
  method: "PUT",
  path: "/rest/dashboard/student/widgets",
  summary: "Keeps the person's own order of the dashboard's widgets and which are hidden. What the portal has locked stays as it is.",
  body: Layout,
  response: Arrangement,
});

export const resetWidgets = endpoint({
  method: "POST",
  path: "/rest/dashboard/student/widgets/reset",
  summary: "Gives the person the dashboard as the portal has arranged it. Harmless when repeated.",
  response: Arrangement,
});
