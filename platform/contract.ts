import type * as z from "zod/v4/core";

// zod's core type, not the fluent one: comparing the full interface takes the compiler twice as long.
type Schema = z.$ZodType;

/** One HTTP endpoint as data. The server mounts it, the web client calls it, the OpenAPI document lists it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
}

/** Declares an endpoint. Literal types are kept, so that both client and server are checked against it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part = "params" | "query" | "body";

/** What a caller passes: the input types of the schemas, for those parts (params, query, body) that the endpoint has. */
export type Input<E extends Endpoint> = {
  [K in Part as K extends keyof E ? K : never]: K extends keyof E ? (E[K] extends Schema ? z.input<E[K]> : never) : never;
};

/** What a handler gets: the output types of the same schemas, after validation. */
export type Parsed<E extends Endpoint> = {
  [K in Part as K extends keyof E ? K : never]: K extends keyof E ? (E[K] extends Schema ? z.output<E[K]> : never) : never;
};

/** What the caller gets back. The server encodes replies, so client and server both see the schema's output type. */
export type Result<E extends Endpoint> = z.output<E["response"]>;
