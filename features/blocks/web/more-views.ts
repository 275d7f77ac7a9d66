/** The views of kinds that few lessons have, in one file of the bundle. */
export { view as accordion } from "../accordion/view.tsx";
export { view as codeSample } from "../codeSample/view.tsx";
export { view as file } from "../file/view.tsx";
export { view as steps } from "../steps/view.tsx";
export { view as table } from "../table/view.tsx";
export { view as tabs } from "../tabs/view.tsx";
