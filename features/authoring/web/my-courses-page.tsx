import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useNavigate } from "react-router";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { AuthorCourses } from "./author-courses.tsx";

const createPath = "/dashboard/author?create=course";

/** MyCourses (specification §2): every course of the author, to search and sort. */
export default function MyCoursesPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <div className="page-wide">
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
