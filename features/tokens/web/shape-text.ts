/** A JSON schema of the OpenAPI document, as far as contracts use one. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly prefixItems?: readonly ApiSchema[];
  readonly additionalProperties?: ApiSchema | boolean;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly description?: string;
}
/** The components of the document, by the name that follows #/components/schemas/. */
export type ApiSchemas = Readonly<Record<string, ApiSchema>>;

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
const typesOf = ({ type }: ApiSchema) => (type === undefined ? [] : [type].flat());
const optionsOf = ({ anyOf, oneOf }: ApiSchema) => anyOf ?? oneOf;

/** A schema as a few lines that people read: names, types, what is optional, choices. A shape that contains itself is written once and named below. */
export function shapeText(schema: ApiSchema, schemas: ApiSchemas): string {
  const named = new Set<string>();
  const write = (one: ApiSchema, indent: string): string => {
    if (one.$ref !== undefined) {
      named.add(nameOf(one.$ref));
      return nameOf(one.$ref);
    }
    if (one.const !== undefined) return JSON.stringify(one.const);
    if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(" | ");
    const options = optionsOf(one);
    if (options) return [...new Set(options.map((option) => write(option, indent)))].join(" | ");
    if (one.allOf) return one.allOf.map((part) => write(part, indent)).join(" & ");
    const types = typesOf(one);
    if (types.length > 1) return types.map((type) => (type === "null" ? "null" : write({ ...one, type }, indent))).join(" | ");
    if (one.prefixItems) return `[${one.prefixItems.map((item) => write(item, indent)).join(", ")}]`;
    if (types[0] === "array") return `${grouped(write(one.items ?? {}, indent))}[]`;
    if (types[0] === "object" || one.properties) return objectText(one, indent);
    return `${types[0] ?? "any"}${limitsOf(one)}`;
  };
  const objectText = ({ properties = {}, required = [], additionalProperties }: ApiSchema, indent: string): string => {
    const deeper = `${indent}  `;
    const lines = Object.entries(properties).map(
      ([name, one]) => `${deeper}${name}${required.includes(name) ? "" : "?"}: ${write(one, deeper)}`,
    );
    if (typeof additionalProperties === "object") lines.push(`${deeper}[key]: ${write(additionalProperties, deeper)}`);
    return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
  };
  const parts = [write(schema, "")];
  // Writing one can name others, which the set then gives too.
  for (const name of named) parts.push(`${name} = ${write(schemas[name] ?? {}, "")}`);
  return parts.join("\n\n");
}

/** In brackets where a choice would otherwise read as a list of its last part. */
const grouped = (text: string) => (/^[^{[]* \| /.test(text) ? `(${text})` : text);

/** What a text or number may be, behind its type. */
function limitsOf({ minimum, maximum, minLength, maxLength, default: usual }: ApiSchema): string {
  const between = (least: number | undefined, most: number | undefined) =>
    least === undefined && most === undefined ? [] : [`${least ?? ""}…${most ?? ""}`];
  const limits = [
    ...between(minimum, maximum),
    ...between(minLength, maxLength),
    ...(usual === undefined ? [] : [`= ${JSON.stringify(usual)}`]),
  ];
  return limits.length === 0 ? "" : ` (${limits.join(", ")})`;
}

const deepest = 6;

/** A value that the schema allows, with what it requires and no more. */
export function exampleOf(schema: ApiSchema, schemas: ApiSchemas, depth = 0): unknown {
  if (schema.$ref !== undefined) return depth > deepest ? null : exampleOf(schemas[nameOf(schema.$ref)] ?? {}, schemas, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const first = optionsOf(schema)?.[0];
  if (first) return exampleOf(first, schemas, depth + 1);
  switch (typesOf(schema)[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, one]) => [name, exampleOf(one, schemas, depth + 1)]),
      );
    case "array":
      return depth > deepest ? [] : [exampleOf(schema.items ?? {}, schemas, depth + 1)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "…";
  }
}
