import { lazy, Suspense, type ReactNode } from "react";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { SafeHtml } from "./safe-html.tsx";

const MaintenanceNotice = lazy(() => import("./maintenance-notice.tsx"));

/** The paragraph in which the server says when a maintenance is (server/system-announcement.ts). */
const moments = /<p>[^<]*<time datetime="([^"]+)">[^<]*<\/time>[^<]*<time datetime="([^"]+)">[^<]*<\/time>[^<]*<\/p>/;

/** What an announcement says besides when a maintenance is. */
export const withoutMaintenance = (html: string): string => html.replace(moments, "");

/** The HTML of announcements. When a maintenance is stands in the reader's time and counts down; where that cannot be loaded, in the words of the server. onOver: called when it is over. */
export function ToldHtml({ html, className, onOver }: { html: string; className?: string; onOver?: () => void }): ReactNode {
  const part = (text: string) => text && <SafeHtml html={text} {...(className && { className })} />;
  const found = moments.exec(html);
  if (!found) return <SafeHtml html={html} {...(className && { className })} />;
  const [said, startsAt = "", endsAt = ""] = found;
  const inWords = part(said);
  return (
    <>
      {part(html.slice(0, found.index))}
      <ErrorBoundary fallback={() => inWords}>
        <Suspense fallback={inWords}>
          <MaintenanceNotice startsAt={Date.parse(startsAt)} endsAt={Date.parse(endsAt)} onOver={onOver} />
        </Suspense>
      </ErrorBoundary>
      {part(html.slice(found.index + said.length))}
    </>
  );
}
