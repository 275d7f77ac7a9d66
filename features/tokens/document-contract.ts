import type { OpenAPIV3_1 } from "openapi-types";
import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

/** The OpenAPI document of every call, which app/server.ts answers. */
export const apiDocument = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  summary: "The OpenAPI document of every call.",
  response: z.custom<OpenAPIV3_1.Document>(),
});
