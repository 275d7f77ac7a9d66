import { phrase } from "#platform/words.ts";
import type { FieldDefinition, FieldOption } from "./definition.ts";
import type { Read } from "./field-kind.ts";
import { bad } from "./field-kind.ts";
import { folded } from "./folded.ts";
import { nearest } from "#platform/nearest.ts";

/** The names from the top of a hierarchical list down to this value. */
export function pathOf(option: FieldOption, options: readonly FieldOption[]): string[] {
  const names: string[] = [];
  for (let at: FieldOption | undefined = option; at && names.length < 20;) {
    names.unshift(at.name);
    const parentId: number | null = at.parentId;
    at = options.find(({ id }) => id === parentId);
  }
  return names;
}

const pathMark = " > ";
/** The value's name in a cell: with those above it in a hierarchical list. */
export const optionName = (id: number, options: readonly FieldOption[]): string => {
  const option = options.find((one) => one.id === id);
  return option ? pathOf(option, options).join(pathMark) : "";
};

/** Follows merges to the value that is used now. */
export function livingOption(id: number, options: readonly FieldOption[]): FieldOption | undefined {
  let at = options.find((option) => option.id === id);
  for (let steps = 0; at && at.mergedInto !== null && steps < 100; steps++) {
    const { mergedInto } = at;
    at = options.find((option) => option.id === mergedInto);
  }
  return at;
}

/** Checks the id of a value that somebody chose. */
export function readOption(id: unknown, { options }: FieldDefinition): number | Read {
  const option = typeof id === "number" ? livingOption(id, options) : undefined;
  if (!option || option.isRetired) return bad("no_option", phrase("Choose a value of the list."));
  return option.id;
}

/** The id of a value by a name in a cell: its name now or before, alone or with those above it. Names the nearest one where none fits. */
export function optionNamed(written: string, { options }: FieldDefinition): number | Read {
  const wanted = folded(
    written
      .split(">")
      .map((name) => name.trim())
      .join(pathMark)
      .trim(),
  );
  const named = (test: (option: FieldOption) => boolean) =>
    options.filter((option) => test(option)).map(({ id }) => livingOption(id, options));
  for (const found of [
    named((option) => !option.isRetired && folded(optionName(option.id, options)) === wanted),
    named((option) => !option.isRetired && folded(option.name) === wanted),
    named((option) => [option.name, ...option.formerNames].some((name) => folded(name) === wanted)),
  ]) {
    const ids = new Set(found.flatMap((option) => (option && !option.isRetired ? [option.id] : [])));
    const [id] = ids;
    if (ids.size === 1 && id !== undefined) return id;
    if (ids.size > 1)
      return bad("several_options", phrase("{name} stands at several places of this list. Write it with the values above it."), {
        name: written,
      });
  }
  const near = nearestOption(written, options);
  return near
    ? bad("unknown_option", phrase("{name} is not a value of this list. Did you mean {nearest}?"), { name: written, nearest: near })
    : bad("unknown_option", phrase("{name} is not a value of this list."), { name: written });
}

/** The name most like the written one that people may choose. */
function nearestOption(written: string, options: readonly FieldOption[]): string | null {
  const names = new Map(options.filter(({ isRetired }) => !isRetired).map(({ name }) => [folded(name), name]));
  const near = nearest(folded(written), [...names.keys()]);
  return near === null ? null : (names.get(near) ?? null);
}
