import * as z from "zod/mini";

const Stored = z.object({ layouts: z.array(z.object({ audience: z.unknown(), layout: z.unknown() })), everybody: z.unknown() });

/** How a portal arranges its dashboards, as its row has it (features/widgets writes it); what audiences and layouts are this feature does not know. */
export interface PortalWidgets {
  /** For some, in the order in which they are tried. */
  readonly layouts: readonly { readonly audience?: unknown; readonly layout?: unknown }[];
  readonly everybody?: unknown;
}

/** Reads the arrangement of a portal's row; what cannot be read is none. */
export const widgetsIn = (stored: unknown): PortalWidgets => Stored.safeParse(stored).data ?? { layouts: [] };
