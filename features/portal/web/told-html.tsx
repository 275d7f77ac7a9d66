import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type MaintenanceNotice from "./maintenance-notice.tsx";
import { SafeHtml } from "./safe-html.tsx";

/** The paragraph in which the server says when a maintenance is (server/system-announcement.ts). */
const moments = /<p>[^<]*<time datetime="([^"]+)">[^<]*<\/time>[^<]*<time datetime="([^"]+)">[^<]*<\/time>[^<]*<\/p>/;

/** What an announcement says besides when a maintenance is. */
export const withoutMaintenance = (html: string): string => html.replace(moments, "");

/** The paragraph in which it says that; empty without one. */
export const maintenanceIn = (html: string): string => moments.exec(html)?.[0] ?? "";

interface ToldProps {
  html: string;
  className?: string;
  /** The reader's time zone; else the browser's. */
  zone?: string;
  /** Called when the maintenance is over. */
  onOver?: () => void;
}

type Notice = typeof MaintenanceNotice;

/** The HTML of announcements. When a maintenance is stands in the reader's time and counts down; until that is loaded, and where it cannot be, in the words of the server. */
export function ToldHtml({ html, className, zone, onOver }: ToldProps): ReactNode {
  const [Notice, setNotice] = useState<ComponentType<Parameters<Notice>[0]> | null>(null);
  const found = moments.exec(html);
  const hasMoments = found !== null;
  useEffect(() => {
    if (!hasMoments) return;
    void import("./maintenance-notice.tsx").then(
      (loaded) => setNotice(() => loaded.default),
      () => undefined,
    );
  }, [hasMoments]);
  const part = (text: string) => text !== "" && <SafeHtml html={text} {...(className && { className })} />;
  if (!found || !Notice) return part(html);
  const [said, startsAt = "", endsAt = ""] = found;
  return (
    <>
      {part(html.slice(0, found.index))}
      <Notice startsAt={Date.parse(startsAt)} endsAt={Date.parse(endsAt)} zone={zone} onOver={onOver} />
      {part(html.slice(found.index + said.length))}
    </>
  );
}
