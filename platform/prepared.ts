import { serializerCompiler } from "@fastify/type-provider-zod";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import * as z from "zod/mini";

/** A part of replies as JSON. */
export class Prepared {
  readonly json: string;
  /** Whether it is in many replies, so that it is compressed once for all of them (compressed.ts). */
  readonly isShared: boolean;
  constructor(json: string, isShared = false) {
    this.json = json;
    this.isShared = isShared;
  }
  /** For replies in which it is not spliced. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** A part of a reply that is checked, stripped and turned into JSON here. It can stand in the field that the route names as `prepared`, and nowhere else. */
export const prepared = <T>(schema: z.ZodMiniType<T>, value: T): T => new Prepared(JSON.stringify(z.encode(schema, value))) as T;

/** Such a part that many replies share: it is made, and compressed, once instead of with each of them. */
export const preparedForMany = <T>(schema: z.ZodMiniType<T>, value: T): T =>
  new Prepared(JSON.stringify(z.encode(schema, value)), true) as T;

/** JSON from the database as such a part. It is not looked at: only for what the database itself has put together. */
export const preparedJson = <T>(json: string): T => new Prepared(json) as T;

/** The value of a part that may be prepared. */
export const unprepared = <T>(part: T): T => (part instanceof Prepared ? (part.toJSON() as T) : part);

/** What a reply begins with whose field is prepared, up to the other fields. */
export const beginningOf = (field: string, { json }: Prepared): string => `{${JSON.stringify(field)}:${json}`;

/** Serializes the replies of a route in which the part called `field` is prepared. They begin with it. */
export function preparedSerializer(schema: z.ZodMiniObject, field: string): FastifySerializerCompiler<unknown> {
  const rest = z.omit(schema, { [field]: true });
  return (route) => {
    const serialize = serializerCompiler({ ...route, schema: rest });
    return (reply: Record<string, unknown>) => {
      const { [field]: part, ...others } = reply;
      if (!(part instanceof Prepared)) throw new Error(`The field ${field} of this reply has not been prepared.`);
      const behind = serialize(others).slice(1);
      return `${beginningOf(field, part)}${behind === "}" ? "" : ","}${behind}`;
    };
  };
}
