import { serializerCompiler } from "@fastify/type-provider-zod";
import * as z from "zod/mini";
import type { Endpoint } from "./contract.ts";
import { preparedSerializer } from "./prepared.ts";
import type { Asked, Scope } from "./serve.ts";

/** The call that a screen begins with: the path of its endpoint, and what its address has in the places of parameters and in its query. */
export interface FirstCall {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The whole address that the browser asks. */
  readonly address: string;
}

/** A call that is answered together with a page. */
export interface Carried {
  /** The statements that can be sent before it is known who asks. */
  readonly sent: Pick<Asked, "ahead" | "first">;
  /** Checks the rule of the endpoint and gives the reply as JSON. Throws what the call would throw. */
  answer(scope: Scope): Promise<string>;
}

/**
 * Makes the function that answers an endpoint together with a page. It gives null for a call that the endpoint's own schemas refuse. prepared: the field of its
 * replies that is prepared, if any; answer: the handler behind the rule.
 */
export function carrierOf<Asking>(
  { path, params, query, response }: Endpoint,
  prepared: string | undefined,
  sent: (input: never, asking: Asking) => Carried["sent"],
  answer: (input: never, asking: Asking, scope: Scope) => Promise<unknown>,
): (call: FirstCall, asking: Asking) => Carried | null {
  const route = { schema: response, method: "GET", url: path };
  const serialize = (
    prepared === undefined ? serializerCompiler(route) : preparedSerializer(response as z.ZodMiniObject, prepared)(route)
  ) as (reply: unknown) => string;
  return (call, asking) => {
    const read = [z.safeParse(params ?? z.unknown(), call.params), z.safeParse(query ?? z.unknown(), call.query)] as const;
    if (!read[0].success || !read[1].success) return null;
    const input = { params: read[0].data, query: read[1].data, body: undefined } as never;
    return { sent: sent(input, asking), answer: async (scope) => serialize(await answer(input, asking, scope)) };
  };
}
