/** The views of kinds that few lessons have, in one file of the bundle. */
export { view as accordion } from "../accordion/view.tsx";
export { view as attestation } from "../attestation/view.tsx";
export { view as codeSample } from "../codeSample/view.tsx";
export { view as embed } from "../embed/view.tsx";
export { view as file } from "../file/view.tsx";
export { view as flipCards } from "../flipCards/view.tsx";
export { view as gallery } from "../gallery/view.tsx";
export { view as hotspots } from "../hotspots/view.tsx";
export { view as signOff } from "../signOff/view.tsx";
export { view as steps } from "../steps/view.tsx";
export { view as table } from "../table/view.tsx";
export { view as tabs } from "../tabs/view.tsx";
export { view as webPackage } from "../webPackage/view.tsx";
