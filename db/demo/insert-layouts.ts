import { defaultLayout } from "#features/dashboard/layout.ts";
import type { Layouts } from "#features/widgets/layouts.ts";
import { updateWidgets } from "#features/widgets/server/queries.ts";
import type { Db } from "#platform/db/connect.ts";

/** Gives the managers of a portal a dashboard of their own, in which what the portal tells stands first. */
export async function insertLayouts(db: Db, portalId: number) {
  const layouts: Layouts = {
    revision: 1,
    layouts: [
      {
        id: 1,
        name: "Managers",
        audience: { kind: "all", of: [{ kind: "role", is: "manager" }] },
        layout: {
          main: ["courses", "catalog"],
          side: ["announcement", "required", "calendar", "due", "links", "transcript"],
          hidden: ["due"],
          locked: ["announcement", "required"],
        },
      },
    ],
    everybody: defaultLayout,
  };
  await updateWidgets(db, portalId, layouts);
}
