import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useState, useSyncExternalStore } from "react";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import { readPage, saveOutline, savePage, type EditorDraft } from "../../contract.ts";
import { checksOf } from "../../policy.ts";
import { draftQuery } from "../hooks.ts";
import { openKeptWork } from "./kept-work.ts";
import { openSession, type Session, type SessionState } from "./session.ts";

/** The author's work on this course as long as its editor is open. */
export function useSession(draft: EditorDraft): Session {
  const client = useQueryClient();
  const environment = useSignedIn();
  const [session] = useState(() => {
    const courseId = draft.id;
    return openSession(draft, {
      kept: openKeptWork(`${environment?.Portal.id ?? 0}:${environment?.User.Id ?? 0}`, courseId),
      calls: {
        readPage: (pageId) => call(readPage, { params: { courseId, pageId } }),
        savePage: (page, revision) => call(savePage, { params: { courseId, pageId: page.id }, body: { page, revision } }),
        saveOutline: (outline, revision) => call(saveOutline, { params: { courseId }, body: { ...outline, revision } }),
      },
      onSaved: (saved) =>
        client.setQueryData(
          draftQuery(courseId).queryKey,
          (known) =>
            known && { ...known, ...saved, hasChanges: true, checks: checksOf({ title: known.title, pageCount: saved.pages.length }) },
        ),
    });
  });
  useEffect(() => session.start(), [session]);
  useEffect(() => void session.receive(draft), [session, draft]);
  return session;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the editor around it. */
export function useCurrentSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("There is no session outside the editor.");
  return session;
}

/** What the session knows now. */
export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(session.subscribe, session.read);
}
