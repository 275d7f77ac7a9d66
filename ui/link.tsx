import type { AnchorHTMLAttributes, Ref } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A screen of this app, or a complete address. */
  to: string;
  /** Replaces the current entry of the browser's history. */
  replace?: boolean | undefined;
  /** Reloads the page: for addresses outside the screens of this app. */
  reloadDocument?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
};

/** A link to a screen, built on the router's hooks: the router's own `Link` would add code for server rendering to every first visit. */
export function Link({ to, replace, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const isWhole = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to);
  const href = useHref(isWhole ? "" : to);
  const open = useLinkClickHandler<HTMLAnchorElement>(isWhole ? "" : to, { replace, target: rest.target });
  return (
    <a
      {...rest}
      href={isWhole ? to : href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && !reloadDocument && !isWhole) open(event);
      }}
    >
      {children}
    </a>
  );
}

const folder = (href: string) => `${href.replace(/[?#].*$/, "").replace(/\/$/, "")}/`.toLowerCase();

/** A navigation link, marked as current while its screen or one below it is open. alsoAt: a second address of the same screen. */
export function NavLink({ alsoAt, ...props }: LinkProps & { alsoAt?: string | undefined }) {
  const here = folder(useHref(useLocation()));
  const places = [useHref(props.to), useHref(alsoAt ?? props.to)];
  return <Link {...props} aria-current={places.some((place) => here.startsWith(folder(place))) ? "page" : undefined} />;
}
