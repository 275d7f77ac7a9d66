import { OrderedList } from "#ui/ordered-list.tsx";
import type { Subject } from "../definition.ts";
import { FieldText, ValuesButton, type RowsProps } from "./field-parts.tsx";
import { useOrderFields } from "./hooks.ts";

/** The fields for whoever puts them in order. */
export default function OrderedRows({
  label,
  fields,
  subject,
  onOpen,
}: Pick<RowsProps, "fields" | "onOpen"> & { label: string; subject: Subject }) {
  const order = useOrderFields(subject);
  return (
    <OrderedList
      label={label}
      items={fields}
      nameOf={({ name }) => name}
      onOrder={(ids) => order.mutate(ids)}
      renderActions={(field) => <ValuesButton field={field} onOpen={onOpen} />}
    >
      {(field) => <FieldText field={field} onOpen={onOpen} />}
    </OrderedList>
  );
}
