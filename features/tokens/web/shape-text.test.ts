import { expect, test } from "vitest";
import { exampleOf, shapeText, type ApiSchema } from "./shape-text.ts";

const tree: ApiSchema = {
  type: "object",
  properties: { name: { type: "string", maxLength: 80 }, children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
  required: ["name", "children"],
};

test("a shape is written with what is optional, choices and limits, and one that contains itself once", () => {
  const schema: ApiSchema = {
    type: "object",
    properties: {
      id: { type: "integer", minimum: 1 },
      state: { enum: ["on", "off"] },
      at: { anyOf: [{ type: "string" }, { type: "null" }] },
      many: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
      both: { type: ["integer", "null"] },
      tree: { $ref: "#/components/schemas/Tree" },
    },
    required: ["id", "state", "tree"],
  };
  expect(shapeText(schema, { Tree: tree })).toBe(`{
  id: integer (1…)
  state: "on" | "off"
  at?: string | null
  many?: (string | null)[]
  both?: integer | null
  tree: Tree
}

Tree = {
  name: string (…80)
  children: Tree[]
}`);
});

test("an example has what is required, and ends where a shape contains itself", () => {
  expect(
    exampleOf({ type: "object", properties: { a: { type: "integer", minimum: 3 }, b: { type: "string" } }, required: ["a"] }, {}),
  ).toEqual({ a: 3 });
  expect(JSON.stringify(exampleOf(tree, { Tree: tree })).length).toBeLessThan(1000);
});
