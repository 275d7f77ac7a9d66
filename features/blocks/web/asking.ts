/** What asks, in one file of the bundle. */
export { view as quiz } from "../quiz/view.tsx";
export { QuestionPart } from "../video/question-part.tsx";
