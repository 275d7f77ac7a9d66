import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

/**
 * Returns a function that calls `work` now, or, where a navigation is under way, once that has come back to this screen; never, where it leads to another
 * one: what was pressed last wins over what was typed before. Its answer cancels the call.
 */
export function useAfterNavigation() {
  const router = useContext(RouterContext)?.router;
  return useCallback(
    (work: () => void): (() => void) => {
      if (!router || router.state.navigation.state === "idle") {
        work();
        return () => undefined;
      }
      const screen = () => router.state.matches.at(-1)?.route.id;
      const before = screen();
      const stop = router.subscribe(({ navigation }) => {
        if (navigation.state !== "idle") return;
        stop();
        if (screen() === before) work();
      });
      return stop;
    },
    [router],
  );
}
