import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { SiteFrame } from "./site-frame.tsx";
import type { WebPackageBlock } from "./web-package.ts";

/** Web pages in their frame. */
function View({ block: { title, fileId }, learner }: BlockViewProps<WebPackageBlock>) {
  return fileId === null ? null : <SiteFrame title={title} fileId={fileId} courseId={learner.courseId} />;
}

export const view = { View } satisfies BlockView<WebPackageBlock>;
