import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { latestCoursesQuery } from "./hooks.ts";
import { LatestCourses } from "./latest-courses.tsx";
import type { DashboardState } from "./create-course-dialog.tsx";

/** Whether the dialog Create New Course is open; a link of the navigation opens it. */
const shape = { create: z.enum(["", "course"]) };
const defaults = { create: "" as const };

/** Loaded when somebody creates a course. */
const CreateCourseDialog = lazyPart(() => import("./create-course-dialog.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(latestCoursesQuery);

/** Dashboard of authors (specification §2): their courses and their learners' progress. Opening it switches to the role Author (§4). */
export default function AuthorDashboardPage() {
  const { t } = useLingui();
  const { state, set } = useUrlState(shape, defaults);
  const open = () => set({ create: "course" });
  const close = () => set({ create: "" }, { replace: true });
  const location = useLocation();
  const navigate = useNavigate();
  const failure = (location.state as DashboardState | null)?.failure;
  const fileName = failure?.fileName ?? "";
  return (
    <div className="page">
      <PageHeader
        title={t`Dashboard`}
        description={<Trans>Your courses and the people in them.</Trans>}
        actions={
          <Button variant="primary" icon={Plus} onPress={open}>
            <Trans>Create a Course</Trans>
          </Button>
        }
      />
      {failure && (
        <div className="author-failure">
          <Banner
            tone="danger"
            title={t`${fileName} was not uploaded`}
            onDismiss={() => void navigate(location.pathname + location.search, { replace: true, state: null, preventScrollReset: true })}
            action={
              <Button size="s" onPress={open}>
                <Trans>Choose another file</Trans>
              </Button>
            }
          >
            <p className="upload-report">{failure.report}</p>
            <p className="muted">
              <Trans>No course was created, and nothing of the file was kept.</Trans>
            </p>
          </Banner>
        </div>
      )}
      <LatestCourses onCreate={open} />
      {state.create && <CreateCourseDialog onClose={close} onGiveUp={close} />}
    </div>
  );
}
