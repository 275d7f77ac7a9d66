/** A kind of widget: whether it stands in the main column at first, else at the side, and whether it is hidden then. Short, because every page loads the table. */
export interface WidgetKind {
  readonly column?: "main";
  readonly startsHidden?: true;
}
