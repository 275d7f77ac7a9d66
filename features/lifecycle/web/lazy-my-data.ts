import { lazyPart } from "#ui/lazy-part.tsx";

/** The export of one's own data in My account; its code loads when it is shown. */
export const LazyMyData = lazyPart(() => import("./my-data.tsx"));
