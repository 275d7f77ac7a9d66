import * as z from "zod/mini";

/** What events about a course know of it. */
export const CourseFacts = z.object({ courseId: z.int(), courseType: z.string(), course: z.string() });

export const sampleCourse = (text: string) => ({ courseId: 1, courseType: "online", course: text });

/** The address of a course for learners. */
export const courseAddress = ({ courseId, courseType }: Omit<z.infer<typeof CourseFacts>, "course">) =>
  `/course/details/${courseType}/${courseId}`;
