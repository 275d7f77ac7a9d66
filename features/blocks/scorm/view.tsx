import { Trans } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";

/** A part of a package. */
export const View = () => (
  <Banner tone="warning">
    <Trans>This part of the course can't be shown here.</Trans>
  </Banner>
);

export const RuleWords = () => <Trans>Completes when the package reports it.</Trans>;
