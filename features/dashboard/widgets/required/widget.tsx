import { Trans } from "@lingui/react/macro";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { listWidget } from "../../web/list-widget.tsx";

// Lazy: hidden at first, so few load it.
const Required = lazyPart(() => import("./required.tsx"));

export const required = listWidget("required", <Trans>Required</Trans>, (part) => (
  <Required {...part} meanwhile={<Skeleton shape="lines" />} />
));
