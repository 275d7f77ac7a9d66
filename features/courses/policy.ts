/** Who may see a course's page: everyone while it is published; later only those it was given to (MYC-3); a draft nobody here. */
export const maySeeCourse = (status: string, wasEnrolled: boolean): boolean =>
  status === "published" || (status === "archived" && wasEnrolled);
