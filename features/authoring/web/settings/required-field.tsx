import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { Select } from "#ui/select.tsx";
import type { EditorControl } from "../editor-values.ts";
import { fieldId, messageIn } from "../editor-values.ts";
import { requirableQuery } from "../team-hooks.ts";

type Named = { readonly id: number; readonly title: string };
type Props = { control: EditorControl; courseId: number; required: readonly Named[] };

/** The courses that people complete before they begin this one: all of them, any one, or a number of them (CAT-4). */
export function RequiredField({ control, courseId, required }: Props) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name: "requiredIds" });
  const { field: count } = useController({ control, name: "requiredCount" });
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<readonly Named[]>([]);
  const found = useQuery(requirableQuery(courseId, q));
  const ids = field.value;
  const title = (id: number) => [...required, ...chosen].find((one) => one.id === id)?.title ?? "";
  const put = (next: number[]) => {
    field.onChange(next);
    if (count.value !== null && count.value >= next.length) count.onChange(null);
  };
  return (
    <div className="editor-fields" id={fieldId("requiredIds")} tabIndex={-1}>
      <SearchComboBox
        label={t`Courses to complete first`}
        isOptional
        description={t`Until then people see what is missing and the way there. Who has already begun goes on.`}
        options={(found.data?.rows ?? []).filter(({ id }) => !ids.includes(id)).map((one) => ({ id: String(one.id), label: one.title }))}
        value={null}
        clearsItself
        onChange={(one) => {
          if (!one) return;
          setChosen([...chosen, { id: Number(one.id), title: one.label }]);
          put([...ids, Number(one.id)]);
        }}
        onSearch={setQ}
        error={messageIn(fieldState.error)}
      />
      {ids.length > 0 && (
        <ul className="editor-required" aria-label={t`Courses to complete first`}>
          {ids.map((id) => {
            const name = title(id);
            return (
              <li key={id}>
                <bdi>{name}</bdi>
                <IconButton label={t`Remove ${name}`} icon={X} onPress={() => put(ids.filter((one) => one !== id))} />
              </li>
            );
          })}
        </ul>
      )}
      {ids.length > 1 && (
        <Select
          id={fieldId("requiredCount")}
          label={t`How many of them`}
          options={[
            { id: "all", label: t`All of them` },
            ...ids.slice(1).map((_, nth) => {
              const number = nth + 1;
              return { id: String(number), label: t`${plural(number, { one: "Any one of them", other: "At least # of them" })}` };
            }),
          ]}
          value={count.value === null ? "all" : String(count.value)}
          onChange={(id) => count.onChange(id === "all" ? null : Number(id))}
        />
      )}
    </div>
  );
}
