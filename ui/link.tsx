import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from "react-router";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A screen of this app, or a complete address. */
  to: string;
  /** Replaces the current entry of the browser's history. */
  replace?: boolean | undefined;
  /** Reloads the page: for addresses outside the screens of this app. */
  reloadDocument?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
};

/** Whether the browser itself handles a click: one that opens a new window, a download or a menu. */
const isForTheBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent, target = "_self") =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey || target !== "_self";

/** A link to a screen, built on the router's hooks: the module of the router's own `Link` would add code for server rendering to every first visit. */
export function Link({ to, replace, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const isWhole = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to);
  const href = useHref(isWhole ? "" : to);
  const place = createPath(useResolvedPath(isWhole ? "" : to));
  const here = createPath(useLocation());
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={isWhole ? to : href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || reloadDocument || isWhole || isForTheBrowser(event, rest.target)) return;
        event.preventDefault();
        // The page that is open is opened again in its own place.
        void navigate(to, { replace: replace ?? place === here });
      }}
    >
      {children}
    </a>
  );
}

const folder = (href: string) => `${href.replace(/[?#].*$/, "").replace(/\/$/, "")}/`.toLowerCase();

/** A navigation link, marked as current while its screen or one below it is open. alsoAt: other addresses that belong to it, notAt: some below those that do not; absolute paths. */
export function NavLink({
  alsoAt = [],
  notAt = [],
  ...props
}: LinkProps & { alsoAt?: readonly string[] | undefined; notAt?: readonly string[] | undefined }) {
  const location = useLocation();
  const here = folder(useHref(location));
  const isBelow = here.startsWith(folder(useHref(props.to)));
  const isAt = (place: string) => folder(location.pathname).startsWith(folder(place));
  const isHere = (isBelow || alsoAt.some(isAt)) && !notAt.some(isAt);
  return <Link {...props} aria-current={isHere ? "page" : undefined} />;
}
