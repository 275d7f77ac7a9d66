import { Link } from "#ui/link.tsx";

/** The logo of the portal, or its name; leads to `to`. */
export function Logo({ name, logo, mobileLogo, to }: { name: string; logo: string | null; mobileLogo: string | null; to: string }) {
  return (
    <Link className="shell-logo" to={to}>
      {logo ? (
        <picture>
          {mobileLogo && <source media="(width < 990px)" srcSet={mobileLogo} />}
          <img src={logo} alt={name} />
        </picture>
      ) : (
        <>
          <span className="shell-mark" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <bdi className="shell-name">{name}</bdi>
        </>
      )}
    </Link>
  );
}
