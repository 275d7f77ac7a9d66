import { expect, test } from "vitest";
import { eachOnce, placesWith, type Place } from "./places.ts";

const labels = (text: string, names: readonly string[]) =>
  placesWith(
    names.map((label) => ({ label })),
    text,
  ).map(({ label }) => label);

test("places are found by the beginnings of their words, without accents and capitals", () => {
  const names = ["Kurs erstellen", "Übersicht", "Wer darf was", "E-Mail-Einstellungen", "Straße"];
  for (const [text, found] of [
    ["", names],
    ["  ", names],
    ["kurs", ["Kurs erstellen"]],
    ["ERST ku", ["Kurs erstellen"]],
    ["uber", ["Übersicht"]],
    ["ü", ["Übersicht"]],
    ["mail einst", ["E-Mail-Einstellungen"]],
    ["strass", ["Straße"]],
    ["sicht", []],
    ["%", []],
    ["'", []],
  ] as const)
    expect([text, labels(text, names)]).toEqual([text, found]);
});

test("a note counts as a part of the name, and an address comes once", () => {
  expect(
    placesWith(
      [
        { label: "Dashboard", note: "Author" },
        { label: "Dashboard", note: "Manager" },
      ],
      "dash auth",
    ),
  ).toEqual([{ label: "Dashboard", note: "Author" }]);
  const place = (id: string, to?: string) => ({ id, label: id, to }) as Place;
  expect(eachOnce([place("a", "/x"), place("b", "/x"), place("c"), place("d"), place("e", "/y")]).map(({ id }) => id)).toEqual([
    "a",
    "c",
    "d",
    "e",
  ]);
});
