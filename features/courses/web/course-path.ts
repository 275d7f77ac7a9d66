/** The three kinds of course in the address of its details (decisions.md): 1 online, 2 classroom, 3 scorm. */
export const typeWord = (typeId: number): "online" | "classroom" | "scorm" =>
  typeId === 2 ? "classroom" : typeId === 3 ? "scorm" : "online";

/** The address of a course's details; the overview needs no segment of its own. */
export const detailsPath = (course: { id: number; typeId: number }, tab = "overview") =>
  `/course/details/${typeWord(course.typeId)}/${course.id}${tab === "overview" ? "" : `/${tab}`}`;
