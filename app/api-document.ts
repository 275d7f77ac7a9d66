import type { SwaggerTransform, SwaggerTransformObject } from "@fastify/swagger";
import type { OpenAPIV3_1 } from "openapi-types";
import * as z from "zod/mini";
import { scopeOfCall } from "#features/tokens/server/calls.ts";
import { anonymous } from "#platform/actor.ts";
import type { RouteInfo } from "#platform/serve.ts";

type Json = { [key: string]: unknown };

/**
 * Makes the schemas of contracts part of the OpenAPI document, as the transforms of the swagger plugin. A schema that refers to itself becomes a component, since a schema in
 * a document has no place for definitions of its own.
 */
export function schemaTransforms(): { transform: SwaggerTransform; transformObject: SwaggerTransformObject } {
  const components: Record<string, unknown> = {};
  /** Sets of definitions that are components already, each with its number, so that a shape of several calls is one component. */
  const numbers = new Map<string, number>();

  function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      // What every integer may be; said of each, it would only make the document long.
      override({ jsonSchema }) {
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    }) as Json & { $defs?: Record<string, Json> };
    const text = JSON.stringify($defs);
    const number = numbers.get(text) ?? numbers.size + 1;
    const names = Object.fromEntries(Object.keys($defs).map((key) => [key, `Shape${number}${key.replace(/^__schema/, "_")}`]));
    if (Object.keys($defs).length > 0) numbers.set(text, number);
    for (const [key, definition] of Object.entries($defs)) components[names[key] ?? key] = renamed(definition, names);
    return renamed(own, names) as Json;
  }

  return {
    transform({ schema, url }) {
      const { params, querystring, body, response, ...rest } = schema as unknown as Record<string, z.ZodMiniType | undefined> & {
        response?: Record<string, z.ZodMiniType>;
      };
      const input = Object.entries({ params, querystring, body }).flatMap(([part, one]) => (one ? [[part, schemaOf(one, "input")]] : []));
      const output = Object.entries(response ?? {}).map(([status, one]) => [status, schemaOf(one, "output")]);
      return { schema: { ...rest, ...Object.fromEntries(input), ...(response && { response: Object.fromEntries(output) }) }, url };
    },
    transformObject(document) {
      if (!("openapiObject" in document)) return {};
      return {
        ...document.openapiObject,
        components: { ...document.openapiObject.components, schemas: components },
      } as OpenAPIV3_1.Document;
    },
  };
}

/** The same schema with references to its definitions, which become components of these names. */
function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const name = key === "$ref" && typeof one === "string" ? names[one.replace(/^#\/\$defs\//, "")] : undefined;
      return [key, name === undefined ? renamed(one, names) : `#/components/schemas/${name}`];
    }),
  );
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Adds to the document of the swagger plugin who may make each call and how, with which scope of an API token, and what refusals look like. */
export function apiDocument(plain: OpenAPIV3_1.Document, routes: readonly RouteInfo[], tokenCalls: number): OpenAPIV3_1.Document {
  const byName = new Map(routes.map((route) => [`${route.method} ${documented(route.path)}`, route]));
  const paths = Object.entries(plain.paths ?? {}).map(([path, item]) => {
    const operations = methods.flatMap((method) => {
      const operation = item?.[method];
      const route = byName.get(`${method.toUpperCase()} ${path}`);
      return operation && route ? [[method, described(operation, method, path, route)] as const] : [];
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  const used = new Set(paths.flatMap(([, item]) => Object.values(item).flatMap(({ tags }) => tags ?? [])));
  return {
    ...plain,
    servers: [{ url: "/", description: "The portal at whose host the document was read." }],
    tags: [...used].toSorted().map((name) => ({ name })),
    paths: Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0)),
    components: {
      ...plain.components,
      schemas: { ...plain.components?.schemas, Refusal: refusal },
      responses: answers(tokenCalls),
      securitySchemes: {
        apiToken: {
          type: "http",
          scheme: "bearer",
          description: `An API token of a person, made in their account: "Authorization: Bearer stoa_…". The scopes listed for a call are those of which the token needs one. ${tokenCalls} calls a minute; RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset say what is left. Cookies are not read beside it.`,
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "stoa_session",
          description: "The session of a browser; over https its cookie is __Host-stoa_session.",
        },
        csrf: {
          type: "apiKey",
          in: "header",
          name: "X-CSRF-Token",
          description:
            "For calls of a session that change something: the value of the cookie stoa_csrf, beside the header Origin of the portal.",
        },
      },
    },
  };
}

/** A path as OpenAPI writes it. */
const documented = (path: string) => path.replace(/:(\w+)/g, "{$1}");

const nameOf = (method: string, path: string) =>
  `${method}${path
    .replace(/^\/rest/, "")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}`;

function described(operation: OpenAPIV3_1.OperationObject, method: string, path: string, route: RouteInfo): OpenAPIV3_1.OperationObject {
  const isOpen = route.rule === anonymous.name;
  const scope = scopeOfCall(route.method, route.path);
  const session = method === "get" ? { session: [] } : { session: [], csrf: [] };
  const takes = operation.parameters !== undefined || operation.requestBody !== undefined;
  const refusals = [...(takes ? ["400"] : []), ...(isOpen ? [] : ["401", "403"]), "429"];
  return {
    ...operation,
    operationId: nameOf(method, path),
    security: isOpen ? [] : [...(scope ? [{ apiToken: [scope] }] : []), session],
    responses: {
      ...operation.responses,
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${refusalNames[status]}` }])),
    },
    "x-permission": isOpen ? null : route.rule,
  } as OpenAPIV3_1.OperationObject;
}

const refusalNames: Readonly<Record<string, string>> = { 400: "Invalid", 401: "SignedOut", 403: "Forbidden", 429: "TooMany" };

const refusal = {
  type: "object",
  required: ["code", "params", "message", "requestId"],
  properties: {
    code: { type: "string", description: "For programs; stays the same in every language." },
    params: { type: "object", description: "What the message is made of." },
    message: { type: "string", description: "For people, in the language of the person who asks." },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["field", "code", "params", "message"],
        properties: { field: { type: "string" }, code: { type: "string" }, params: { type: "object" }, message: { type: "string" } },
      },
    },
    data: { type: "object" },
    requestId: { type: "string", description: "Found in the server's log." },
  },
} as const satisfies OpenAPIV3_1.SchemaObject;

const answers = (tokenCalls: number) => {
  const answer = (description: string, headers: Record<string, string> = {}): OpenAPIV3_1.ResponseObject => ({
    description,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, says]) => [name, { description: says, schema: { type: "string" as const } }]),
    ),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
  });
  const challenge = { "WWW-Authenticate": "For a token: what is wrong with it, and the scope that the call needs (RFC 6750)." };
  return {
    Invalid: answer("The request is not what the call takes; errors names the fields."),
    SignedOut: answer(
      "No session, or a token that is unknown here (token_unknown), over (token_expired) or revoked (token_revoked).",
      challenge,
    ),
    Forbidden: answer(
      "The person may not do this, the token lacks the scope (out_of_scope), or the call is not made with tokens (not_by_token).",
      challenge,
    ),
    TooMany: answer(`Too many calls; with one token ${tokenCalls} a minute.`, { "Retry-After": "Seconds to wait." }),
  };
};
