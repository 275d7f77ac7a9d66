import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

/**
 * Returns a function to be called when something is typed. The one that it returns calls `work`, at once or after a navigation that is under way; but not
 * once the router has left the screen on which it was typed, which may still be shown: what was pressed last wins. Its answer cancels the call.
 */
export function useAfterNavigation() {
  const router = useContext(RouterContext)?.router;
  return useCallback(() => {
    const screen = () => router?.state.matches.at(-1)?.route.id;
    const before = screen();
    return (work: () => void): (() => void) => {
      const go = () => {
        if (screen() === before) work();
      };
      if (!router || router.state.navigation.state === "idle") {
        go();
        return () => undefined;
      }
      const stop = router.subscribe(({ navigation }) => {
        if (navigation.state !== "idle") return;
        stop();
        go();
      });
      return stop;
    };
  }, [router]);
}
