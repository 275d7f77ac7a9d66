import * as z from "zod/mini";
import { widgetIds } from "./widget-kinds.ts";

export const WidgetId = z.enum(widgetIds);
const Column = z.array(WidgetId).check(z.maxLength(20));
/** An arrangement, as it comes from outside (layout.ts). */
export const Layout = z.object({ main: Column, side: Column, hidden: Column });
/** What the portal sets, as it comes from outside (layout.ts). */
export const PortalLayout = z.extend(Layout, { locked: Column });
