import { expect, test } from "vitest";
import { cellsOf, pasted, table, TableBlock } from "./table.ts";

test("a table whose rows differ in length is refused", () => {
  const block = table.sample("x", 1);
  expect(TableBlock.safeParse(block).success).toBe(true);
  expect(TableBlock.safeParse({ ...block, rows: [["a", "b"], ["c"]] }).success).toBe(false);
  expect(TableBlock.safeParse({ ...block, rows: [[]] }).success).toBe(false);
});

test("a copied table is put in from a cell on and makes room; a text of one line is none", () => {
  expect(cellsOf("just words")).toBeNull();
  expect(cellsOf("1\t2\r\n3\t4\r\n")).toEqual([
    ["1", "2"],
    ["3", "4"],
  ]);
  expect(pasted([["a", "b"]], [["1", "2"], ["3"]], 0, 1)).toEqual([
    ["a", "1", "2"],
    ["", "3", ""],
  ]);
  const wide = pasted([["a"]], [Array<string>(50).fill("x")], 0, 0);
  expect(TableBlock.safeParse({ ...table.sample("x", 1), rows: wide }).success).toBe(true);
});

test("what names the cells is asked for", () => {
  const codes = (change: Partial<TableBlock>) => table.problems({ ...table.sample("x", 1), ...change }).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ headerRow: false, headerColumn: false })).toEqual(["header_missing"]);
  expect(
    codes({
      rows: [
        ["a", ""],
        ["b", "c"],
      ],
    }),
  ).toEqual(["header_empty"]);
  expect(
    codes({
      rows: [
        ["", ""],
        [" ", ""],
      ],
    }),
  ).toEqual(["table_empty", "header_empty"]);
});
