import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { openIn, SiteFrame } from "./site-frame.tsx";
import type { WebPackageBlock } from "./web-package.ts";

/** Web pages in their frame. */
function View({ block: { title, fileId }, learner }: BlockViewProps<WebPackageBlock>) {
  const { courseId, openSite = courseId === undefined ? undefined : openIn(courseId) } = learner;
  return fileId === null ? null : <SiteFrame title={title} fileId={fileId} open={openSite} />;
}

export const view = { View } satisfies BlockView<WebPackageBlock>;
