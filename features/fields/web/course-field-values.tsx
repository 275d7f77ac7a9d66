import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { courseFieldsPath, getCourseFields, saveCourseFields } from "../course-contract.ts";
import { SheetForm } from "./sheet-form.tsx";

const courseFieldsQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["fields", "course", courseId],
    queryFn: ({ signal }) => call(getCourseFields, { params: { courseId } }, { signal }),
  });

/** The custom fields of a course for whoever edits it; nothing where there are none. A form: it stands beside the editor's own, never in it. */
export default function CourseFieldValues({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(courseFieldsQuery(courseId));
  const { queryKey } = courseFieldsQuery(courseId);
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`The custom fields could not be loaded`}
        safe={t`Nothing was changed.`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={2}
      />
    );
  if (!query.data || query.data.fields.length === 0) return null;
  return (
    <SheetForm
      id="course-fields"
      title={t`Custom fields`}
      sheet={query.data}
      files={{ path: courseFieldsPath(courseId), onTaken: (sheet) => client.setQueryData(queryKey, sheet) }}
      onSave={async (values) => client.setQueryData(queryKey, await call(saveCourseFields, { params: { courseId }, body: { values } }))}
    />
  );
}
