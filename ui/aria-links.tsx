import type { ReactNode } from "react";
import { RouterProvider } from "react-aria-components";
import { useHref, useNavigate } from "react-router";

const isWholeAddress = (href: string): boolean => /^https?:/.test(href);

/** Screens get the app's base path; complete addresses stay as they are. */
function useAppHref(href: string): string {
  const inApp = useHref(isWholeAddress(href) ? "/" : href);
  return isWholeAddress(href) ? href : inApp;
}

/** Lets the links inside React Aria's controls open screens without loading the page. Wraps the control that has them. */
export function AriaLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = (href: string) => (isWholeAddress(href) ? location.assign(href) : void navigate(href));
  return (
    <RouterProvider navigate={open} useHref={useAppHref}>
      {children}
    </RouterProvider>
  );
}
