import type { PickedCourse } from "../course-picker.tsx";

/** What a dialog gets that asks for the input of a bulk action. */
export interface AskProps {
  /** The course whose page it was opened from; null where it is chosen here. */
  readonly course: PickedCourse | null;
  /** Goes on to the preview with the input, or gives up with null. */
  readonly goOn: (input: object | null) => void;
}

/** The day of this clock: "2026-12-01". */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
