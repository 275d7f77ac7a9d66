import type { ReactNode } from "react";

/** A part of a course's settings, with its heading and what there is to know about it. */
export function EditorPart({ id, title, note, children }: { id: string; title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="card editor-part" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p className="muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}
