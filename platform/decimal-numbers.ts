import type { FastifyRequest } from "fastify";
import type { Endpoint } from "./contract.ts";

/** A schema as far as it says what it is made of. */
interface Described {
  readonly def: { readonly type: string; readonly shape?: Readonly<Record<string, Described>>; readonly innerType?: Described };
}

/** The fields of a params or query schema that are numbers, optional ones and those with a default too. */
const numbersOf = (schema: unknown): string[] =>
  Object.entries((schema as Described | undefined)?.def.shape ?? {}).flatMap(([name, field]) =>
    innermost(field).def.type === "number" ? [name] : [],
  );

const innermost = (schema: Described): Described => (schema.def.innerType ? innermost(schema.def.innerType) : schema);

/**
 * A hook before validation that lets a number of an address be written in one way only: in decimal digits. JavaScript reads 0x10, 1e3, " 7" and "" as
 * numbers too, so that one thing would have many addresses. Undefined for an endpoint without numbers in its address.
 */
export function decimalNumbers({ params, query }: Endpoint): ((request: FastifyRequest) => Promise<void>) | undefined {
  const [inParams, inQuery] = [numbersOf(params), numbersOf(query)];
  if (inParams.length + inQuery.length === 0) return undefined;
  return async (request) => {
    for (const [names, part] of [[inParams, request.params] as const, [inQuery, request.query] as const])
      for (const name of names) {
        const fields = part as Record<string, unknown>;
        // What is no number any more is refused by the schema, in its own words.
        if (fields[name] !== undefined && !/^(?:0|-?[1-9]\d{0,15})$/.test(String(fields[name]))) fields[name] = Number.NaN;
      }
  };
}
