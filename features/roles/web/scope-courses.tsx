import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { scopeCoursesQuery } from "./hooks.ts";
import type { ScopeCourse } from "./scope-fields.tsx";

type Props = { value: readonly ScopeCourse[]; onChange: (courses: ScopeCourse[]) => void; error?: string | undefined };

/** The courses whose participants a role reaches, one after another; the server searches. */
export default function ScopeCourses({ value, onChange, error }: Props) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const found = useQuery(scopeCoursesQuery(q));
  const rows = (found.data?.rows ?? []).filter(({ id }) => !value.some((one) => one.id === id));
  return (
    <div className="stack">
      <SearchComboBox
        label={t`Course`}
        description={t`Search by title. Choose one after another.`}
        options={rows.map(({ id, title }) => ({ id: String(id), label: title }))}
        value={null}
        onChange={(chosen) => chosen && onChange([...value, { id: Number(chosen.id), title: chosen.label }])}
        onSearch={setQ}
        clearsItself
        error={error ?? (found.isError ? t`The courses could not be loaded. Type again.` : undefined)}
      />
      {value.length > 0 && (
        <ul className="roles-chosen" aria-label={t`Chosen courses`}>
          {value.map(({ id, title }) => (
            <li key={id}>
              <bdi>{title}</bdi>
              <IconButton icon={X} size="s" label={t`Remove ${title}`} onPress={() => onChange(value.filter((one) => one.id !== id))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
