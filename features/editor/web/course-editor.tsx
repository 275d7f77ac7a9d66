import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, Eye } from "lucide-react";
import { useCallback, useState } from "react";
import * as z from "zod/mini";
import { LearnersSection } from "#features/authoring/web/learners-section.tsx";
import { CourseFiles } from "#features/media/web/course-files.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { ShareButton } from "#features/preview/web/share-button.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { EditorDraft } from "../contract.ts";
import { shownPage } from "../working.ts";
import { ContentTab } from "./content/content-tab.tsx";
import "./editor.css";
import { Fellows } from "./fellows.tsx";
import { useRenewDraft } from "./hooks.ts";
import { SavedState } from "./saved-state.tsx";
import { FellowsContext, useFellowsOf } from "./session/use-fellows.ts";
import { SessionContext, useSession, useSessionState } from "./session/use-session.ts";
import { PublishButton } from "./publish/publish-button.tsx";
import { CourseSettings } from "./settings/course-settings.tsx";
import { CourseVersions } from "./versions/course-versions.tsx";

const tabs = ["content", "files", "settings", "translations", "versions", "learners"] as const;
const shape = { tab: z.enum(tabs), page: z.string(), block: z.string(), language: z.string(), show: z.string() };
const defaults = { tab: "content" as (typeof tabs)[number], page: "", block: "", language: "", show: "" };

/** Loaded where it is opened: few courses have more than one language. */
const CourseTranslations = lazyPart(() => import("./translations/course-translations.tsx"));
/** Loaded for SCORM courses. */
const PackageTab = lazyPart(() => import("#features/authoring/web/package-tab.tsx"));

/** The parts that a course of a type has; what they have in common works alike. */
const tabsOf: Readonly<Record<EditorDraft["type"], readonly (typeof tabs)[number][]>> = {
  online: tabs,
  scorm: tabs.filter((tab) => tab !== "files"),
};

/** The editor of a course: its header, and one of its tabs. */
export default function CourseEditor({ draft }: { draft: EditorDraft }) {
  const { t } = useLingui();
  const { state, set, href } = useUrlState(shape, defaults);
  const session = useSession(draft);
  const work = useSessionState(session);
  const renew = useRenewDraft(draft.id);
  const [isDirty, setDirty] = useState(false);
  const isPackaged = draft.type === "scorm";
  const known = tabsOf[draft.type];
  const tab = known.includes(state.tab) ? state.tab : "content";
  const fetchAgain = useCallback(() => void renew().catch(() => undefined), [renew]);
  const shownId = tab === "content" && !isPackaged && work.isReady ? shownPage(work.work.outline, state.page) : null;
  const fellows = useFellowsOf(draft.id, shownId, fetchAgain);
  const words = {
    content: isPackaged ? t`Package` : t`Content`,
    files: t`Files`,
    settings: t`Settings`,
    translations: t`Languages`,
    versions: t`Versions`,
    learners: t`Learners`,
  };
  return (
    <SessionContext value={session}>
      <FellowsContext value={fellows}>
        <div className="course-editor">
          <header className="course-editor-head">
            <Link to="/author/myCourses" className="course-editor-back" aria-label={t`My courses`}>
              <Icon of={ArrowLeft} flip />
            </Link>
            <h1 id="page-title" tabIndex={-1}>
              <bdi>{draft.title}</bdi>
            </h1>
            <div className="row course-editor-state">
              <Fellows
                titleOf={(id) => work.work.pages[id]?.title ?? work.heads.get(id)?.title}
                hrefOf={(page) => href({ tab: "content", page })}
              />
              <SavedState state={work} />
            </div>
            <div className="row course-editor-actions">
              <LinkButton
                to={`/student/coursePreview/${draft.id}${state.page === "" ? "" : `?page=${state.page}`}`}
                icon={Eye}
                variant="quiet"
              >
                <Trans>Preview</Trans>
              </LinkButton>
              <ShareButton courseId={draft.id} />
              <PublishButton
                draft={draft}
                isSaved={work.saving === "saved"}
                isDirty={isDirty}
                onJump={(to) => set({ page: state.page, ...to })}
              />
            </div>
            <LinkTabs
              label={t`Parts of the editor`}
              tabs={known.map((one) => ({ to: href({ tab: one, page: state.page }), label: words[one], isCurrent: one === tab }))}
            />
          </header>
          {tab === "content" && isPackaged ? (
            <div className="course-editor-tab">
              <PackageTab courseId={draft.id} revision={draft.revision} onChanged={fetchAgain} onDirty={setDirty} />
            </div>
          ) : tab === "content" ? (
            <ContentTab courseId={draft.id} />
          ) : (
            <div className="course-editor-tab">
              {tab === "files" && (
                <section className="stack">
                  <h2>
                    <Trans>Files of this course</Trans>
                  </h2>
                  <CourseFiles courseId={draft.id} />
                </section>
              )}
              {tab === "settings" && <CourseSettings draft={draft} />}
              {tab === "translations" && (
                <CourseTranslations
                  draft={draft}
                  page={state.page}
                  language={state.language}
                  hrefOf={(language) => href({ tab: "translations", page: state.page, language })}
                  onPage={(page) => set({ page })}
                />
              )}
              {tab === "versions" && <CourseVersions draft={draft} />}
              {tab === "learners" && (
                <section className="stack">
                  <h2>
                    <Trans>Learners and attempts</Trans>
                  </h2>
                  <LearnersSection course={draft} />
                </section>
              )}
            </div>
          )}
        </div>
      </FellowsContext>
    </SessionContext>
  );
}
