import type { OpenAPIV3_1 } from "openapi-types";
import type { Scope } from "../scopes.ts";
import { exampleOf, type ApiSchema, type ApiSchemas } from "./shape-text.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: ApiSchema;
}

interface Answer {
  readonly status: string;
  readonly says: string;
  readonly schema: ApiSchema | null;
}

/** One call of the API, as the viewer shows it. */
export interface ApiCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** The scope that a token needs; null for a call that is not made with one. */
  readonly scope: Scope | null;
  /** Whether everybody may make it without signing in. */
  readonly isOpen: boolean;
  readonly permission: string;
  readonly parameters: readonly Parameter[];
  readonly body: ApiSchema | null;
  readonly answers: readonly Answer[];
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** The shapes that calls name. */
export const schemasOf = (document: OpenAPIV3_1.Document) => (document.components?.schemas ?? {}) as ApiSchemas;

/** The calls of the document, in the order of their addresses. */
export function callsOf(document: OpenAPIV3_1.Document): ApiCall[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      return operation ? [callOf(document, method, path, operation)] : [];
    }),
  );
}

function callOf(
  document: OpenAPIV3_1.Document,
  method: string,
  path: string,
  {
    operationId = "",
    tags = [],
    summary = "",
    security = [],
    parameters = [],
    requestBody,
    responses = {},
    ...rest
  }: OpenAPIV3_1.OperationObject,
): ApiCall {
  const token = security.find((one) => "apiToken" in one)?.["apiToken"]?.[0];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? "other",
    summary,
    scope: (token as Scope | undefined) ?? null,
    isOpen: security.length === 0,
    permission: String((rest as Record<string, unknown>)["x-permission"] ?? ""),
    parameters: parameters as Parameter[],
    body: bodyOf(requestBody as OpenAPIV3_1.RequestBodyObject | undefined),
    answers: Object.entries(responses).map(([status, given]) => answerOf(document, status, given)),
  };
}

const bodyOf = (body: Pick<OpenAPIV3_1.RequestBodyObject, "content"> | undefined) =>
  (body?.content?.["application/json"]?.schema as ApiSchema | undefined) ?? null;

function answerOf(document: OpenAPIV3_1.Document, status: string, given: OpenAPIV3_1.ReferenceObject | OpenAPIV3_1.ResponseObject): Answer {
  const name = "$ref" in given ? given.$ref.slice(given.$ref.lastIndexOf("/") + 1) : null;
  const answer = (name === null ? given : (document.components?.responses?.[name] ?? {})) as OpenAPIV3_1.ResponseObject;
  return {
    status,
    says: name === null ? "" : answer.description,
    schema: name === null ? bodyOf({ content: answer.content ?? {} }) : null,
  };
}

/** The calls that fit the words that somebody looks for, in their address, summary, feature or scope, and the choice of scopes. */
export function findCalls(calls: readonly ApiCall[], q: string, scope: "any" | "token" | Scope): ApiCall[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    if (scope !== "any" && (scope === "token" ? call.scope === null : call.scope !== scope)) return false;
    const text = [call.method, call.path, call.tag, call.summary, call.scope, call.permission].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** In single quotes for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that makes the call at a portal, with the token in a variable. */
export function curlOf(call: ApiCall, origin: string, schemas: ApiSchemas): string {
  const path = call.path.replace(/\{\w+\}/g, "1");
  const search = new URLSearchParams(
    call.parameters
      .filter((one) => one.in === "query" && one.required)
      .map(({ name, schema }) => [name, String(exampleOf(schema ?? {}, schemas))]),
  );
  const lines = [
    `curl ${call.method === "GET" ? "" : `-X ${call.method} `}${quoted(`${origin}${path}${search.size > 0 ? `?${search}` : ""}`)}`,
    ...(call.isOpen ? [] : [`-H "Authorization: Bearer $STOA_TOKEN"`]),
    ...(call.body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(exampleOf(call.body, schemas)))}`] : []),
  ];
  return lines.join(" \\\n  ");
}
