import { useLingui } from "@lingui/react/macro";
import { ExternalLink } from "lucide-react";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import type { Environment } from "../contract.ts";
import { signedLinkPath } from "../signed-link-path.ts";
import type { QuickLinkIcon } from "../quick-link-icons.ts";
import { quickLinkPictures } from "./quick-link-pictures.ts";
import "./quick-link.css";

/** The picture of a quick link, large where it is chosen. */
export const QuickLinkPicture = ({ of, size = "m" }: { of: QuickLinkIcon; size?: "m" | "l" }) => (
  <Icon of={quickLinkPictures[of]} size={size} />
);

type Props = {
  link: Pick<Environment["QuickLinks"][number], "Title" | "Address" | "Icon" | "NewTab">;
  /** Told each time somebody follows it, in this tab or in another one. */
  onFollow?: () => void;
};

/** A quick link as people follow it: a screen of the product opens in place, every other address as the browser opens it. The server counts by itself who opens a signed one. */
export function QuickLink({ link: { Title, Address, Icon: picture, NewTab }, onFollow }: Props) {
  const { t } = useLingui();
  const isSigned = Address.startsWith(signedLinkPath);
  const target = {
    ...(NewTab && { target: "_blank", rel: "noopener" }),
    ...(onFollow &&
      !isSigned && {
        onClick: onFollow,
        // The middle button opens a new tab, which is no click; the right one opens a menu.
        onAuxClick: ({ button }: { button: number }) => button === 1 && onFollow(),
      }),
  };
  const words = (
    <>
      <bdi>{Title}</bdi>
      {NewTab && <span className="visually-hidden"> {t`(opens in a new tab)`}</span>}
    </>
  );
  return (
    <span className="quick-link">
      <QuickLinkPicture of={picture} />
      {Address.startsWith("/v/") && !isSigned ? (
        <Link to={Address.slice("/v".length)} {...target}>
          {words}
        </Link>
      ) : (
        <a href={Address} {...target}>
          {words}
        </a>
      )}
      {NewTab && <Icon of={ExternalLink} size="s" />}
    </span>
  );
}
