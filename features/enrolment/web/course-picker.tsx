import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/call.ts";
import type { FieldWords } from "#ui/field-text.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { listOpenCourses } from "../enrolling-contract.ts";

export interface PickedCourse {
  readonly id: number;
  readonly title: string;
}

/** Published courses with these words in their title. */
const openCoursesQuery = (q: string) =>
  queryOptions({
    queryKey: ["enrolling", "courses", q],
    queryFn: ({ signal }) => call(listOpenCourses, { query: q ? { q } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * Chooses one of the portal's published courses; the server searches. clearsItself: for choosing several, one after another. isChosen: a course is there already or
 * on its way, so the others are asked for only once somebody opens the list.
 */
export function CoursePicker({
  value,
  onChange,
  clearsItself = false,
  isChosen = false,
  ...words
}: FieldWords & {
  readonly value: PickedCourse | null;
  readonly onChange: (course: PickedCourse | null) => void;
  readonly clearsItself?: boolean;
  readonly isChosen?: boolean;
  readonly placeholder?: string;
}) {
  const [q, setQ] = useState("");
  const [isOpened, setOpened] = useState(false);
  const { data } = useQuery({ ...openCoursesQuery(q), enabled: isOpened || !isChosen });
  return (
    <SearchComboBox
      {...words}
      options={(data?.rows ?? []).map(({ id, title }) => ({ id: String(id), label: title }))}
      value={value && { id: String(value.id), label: value.title }}
      onChange={(chosen) => onChange(chosen && { id: Number(chosen.id), title: chosen.label })}
      onSearch={setQ}
      onOpen={() => setOpened(true)}
      clearsItself={clearsItself}
    />
  );
}
