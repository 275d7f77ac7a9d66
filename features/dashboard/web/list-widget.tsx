import type { ComponentType, ReactNode } from "react";
import type { PartName } from "../parts.ts";
import type { WidgetId } from "../widget-kinds.ts";
import { PartOf, Widget, type Part } from "./widget.tsx";
import { hasCourses, type WidgetView } from "./widget-view.ts";

/** A widget with a list of the part of its name, for somebody who has courses. */
export const listWidget = <Name extends WidgetId & PartName>(id: Name, name: ReactNode, of: ComponentType<Part<Name>>): WidgetView => ({
  hasContent: hasCourses,
  Show: ({ dashboard }) => (
    <Widget id={id} name={name}>
      <PartOf name={id} dashboard={dashboard} skeleton="lines" of={of} />
    </Widget>
  ),
});
