/** What is played, in one file of the bundle. */
export { view as audio } from "../audio/view.tsx";
export { view as video } from "../video/view.tsx";
