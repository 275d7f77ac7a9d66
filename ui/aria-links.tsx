import type { ReactNode } from "react";
import { RouterProvider } from "react-aria-components";
import { useHref, useNavigate } from "react-router";

const isWholeAddress = (href: string): boolean => /^https?:/.test(href);

/** Adds the app's base path to the address of a screen; complete addresses stay as they are. */
function useAppHref(href: string): string {
  const inApp = useHref(isWholeAddress(href) ? "/" : href);
  return isWholeAddress(href) ? href : inApp;
}

/** Lets links inside React Aria controls open screens without reloading the page. Wraps the control. */
export function AriaLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = (href: string) => (isWholeAddress(href) ? location.assign(href) : void navigate(href));
  return (
    <RouterProvider navigate={open} useHref={useAppHref}>
      {children}
    </RouterProvider>
  );
}
