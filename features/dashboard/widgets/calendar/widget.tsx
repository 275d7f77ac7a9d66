import { Trans } from "@lingui/react/macro";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { listWidget } from "../../web/list-widget.tsx";

// Lazy: hidden at first, so few load it.
const Calendar = lazyPart(() => import("./calendar.tsx"));

export const calendar = listWidget("calendar", <Trans>Due dates by month</Trans>, (part) => (
  <Calendar {...part} meanwhile={<Skeleton shape="lines" />} />
));
