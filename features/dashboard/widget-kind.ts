/** A kind of widget: the column where it stands at first, and whether it is hidden then. */
export interface WidgetKind {
  readonly column: "main" | "side";
  readonly startsHidden?: true;
}
