import type { AnchorHTMLAttributes, Ref } from "react";
import type { ButtonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./button.css";
import { Link } from "./link.tsx";

type LinkButtonProps = ButtonLook &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "className" | "style" | "children"> & {
    to: string;
    /** Reloads the page: for addresses outside the screens of this app. */
    reload?: boolean;
    ref?: Ref<HTMLAnchorElement>;
  };

/** A link that looks like a button. */
export function LinkButton({ children, variant, size, icon, iconEnd, isFullWidth, reload, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...rest}
      reloadDocument={reload}
      className="ui-button"
      data-variant={variant}
      data-size={size}
      data-full-width={isFullWidth || undefined}
    >
      {icon && <Icon of={icon} />}
      {children}
      {iconEnd && <Icon of={iconEnd} flip />}
    </Link>
  );
}
