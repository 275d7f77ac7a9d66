import type { ReactNode } from "react";
import { CheckboxGroup } from "../checkbox-group.tsx";
import { Select } from "../select.tsx";
import type { AnyListState } from "./use-list-state.ts";

/** A filter of a list screen. Its options are data; a tree and the like bring a control of their own. */
export type ListFilter = {
  /** Its name in the list. */
  id: string;
  label: string;
  /** The options, by their text in the address; count: how many rows each would leave. */
  options?: readonly { id: string; label: string; count?: number }[];
  /** For a filter with a single value: the label for no choice, such as "All types". */
  any?: string;
  control?: ReactNode;
  /** The label of a chosen value that is not, or no longer, among the options. */
  nameOf?: (value: string) => string;
};

/** The chosen values of a filter as texts; empty while nothing is chosen. */
export function chosenIn(list: AnyListState, id: string): string[] {
  const value = list.values[id];
  return Array.isArray(value) ? value.map(String) : value === null || value === undefined ? [] : [String(value)];
}

export const nameIn = ({ options, nameOf }: ListFilter, value: string) =>
  options?.find((option) => option.id === value)?.label ?? nameOf?.(value) ?? value;

/** The option id for no choice; no value is written like this. */
const none = "-";

type Props = { list: AnyListState; filters: readonly ListFilter[]; isLabelHidden?: boolean };

/** The controls of the filters: a select for a single value, checkboxes for several. */
export function FilterFields({ list, filters, isLabelHidden }: Props) {
  return filters.map((filter) => {
    const { id, label, any, control } = filter;
    if (control !== undefined) return <div key={id}>{control}</div>;
    const chosen = chosenIn(list, id);
    const shape = list.shape.filters[id];
    // A chosen value that has no rows any more stays in the list, so that it can be unchecked.
    const options = [
      ...(filter.options ?? []),
      ...chosen
        .filter((value) => !filter.options?.some((option) => option.id === value))
        .map((value) => ({ id: value, label: nameIn(filter, value) })),
    ];
    if (Array.isArray(shape?.none))
      return (
        <CheckboxGroup
          key={id}
          label={label}
          options={options}
          value={chosen}
          onChange={(values) => list.change({ [id]: values.length > 0 ? shape.read(values.join(",")) : shape.none })}
        />
      );
    return (
      <Select
        key={id}
        label={label}
        isLabelHidden={isLabelHidden ?? false}
        options={[{ id: none, label: any ?? label }, ...options]}
        value={chosen[0] ?? none}
        onChange={(value) => list.change({ [id]: shape?.read(value) ?? shape?.none })}
      />
    );
  });
}
