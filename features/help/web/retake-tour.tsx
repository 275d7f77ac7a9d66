import { Trans } from "@lingui/react/macro";
import { LinkButton } from "#ui/link-button.tsx";
import { retakeTour } from "../retake-tour.ts";

/** The specification's full-page link (§2) to the tour of the role that one has. */
export default function RetakeTour() {
  return (
    <LinkButton to={new URL(retakeTour.path + retakeTour.query, location.href).href}>
      <Trans>Retake the Tour</Trans>
    </LinkButton>
  );
}
