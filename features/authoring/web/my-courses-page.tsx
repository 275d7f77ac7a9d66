import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useNavigate } from "react-router";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { listRequest } from "#ui/list-screen/use-list-state.ts";
import { coursesList } from "../contract.ts";
import { AuthorCourses } from "./author-courses.tsx";
import { coursesQuery } from "./hooks.ts";

const createPath = "/dashboard/author?create=course";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(coursesQuery(listRequest(coursesList, to)));

/** MyCourses (specification §2): all courses of the author, with search and sorting. */
export default function MyCoursesPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <div className="page">
      <PageHeader
        title={t`My Courses`}
        actions={
          <LinkButton variant="primary" icon={Plus} to={createPath}>
            <Trans>Create a Course</Trans>
          </LinkButton>
        }
      />
      <AuthorCourses onCreate={() => void navigate(createPath)} />
    </div>
  );
}
