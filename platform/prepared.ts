import { serializerCompiler } from "@fastify/type-provider-zod";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import * as z from "zod/mini";

class Prepared {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
  /** For replies in which it is not spliced. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/**
 * A part of replies that many requests share: it is checked, stripped and turned into JSON here, once, instead of with each reply. It can stand in the field
 * that the route names as `prepared`, and nowhere else.
 */
export const prepared = <T>(schema: z.ZodMiniType<T>, value: T): T => new Prepared(JSON.stringify(z.encode(schema, value))) as T;

/** JSON from the database as such a part. It is not looked at: only for what the database itself has put together. */
export const preparedJson = <T>(json: string): T => new Prepared(json) as T;

/** The value of a part that may be prepared. */
export const unprepared = <T>(part: T): T => (part instanceof Prepared ? (part.toJSON() as T) : part);

/** Serializes the replies of a route in which the part called `field` is prepared. */
export function preparedSerializer(schema: z.ZodMiniObject, field: string): FastifySerializerCompiler<unknown> {
  const rest = z.omit(schema, { [field]: true });
  return (route) => {
    const serialize = serializerCompiler({ ...route, schema: rest });
    return (reply: Record<string, unknown>) => {
      const { [field]: part, ...others } = reply;
      if (!(part instanceof Prepared)) throw new Error(`The field ${field} of this reply has not been prepared.`);
      return `${serialize(others).slice(0, -1)},${JSON.stringify(field)}:${part.json}}`;
    };
  };
}
