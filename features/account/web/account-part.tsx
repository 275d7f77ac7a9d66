import type { ReactNode } from "react";

/** A part of the account page with its heading. */
export function AccountPart({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className="card account-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="account-part-body">{children}</div>
    </section>
  );
}
