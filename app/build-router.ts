import type { Plugin } from "vite";

/**
 * Marks the router's component definitions as free of side effects, which its authors did not. The bundler can then drop unused ones, such as those
 * for server rendering. Removes names for developer tools too, because assigning one counts as a use.
 */
export function unusedRouterParts(): Plugin {
  return {
    name: "stoa-unused-router-parts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/node_modules\/react-router\/.*\.m?js$/ },
      handler: (code) => ({
        code: code
          .replace(/^[\w$]+\.displayName = "[^"]*";$/gm, "")
          .replace(/^((?:const|let|var) \w+ = )(React(?:\$\d)?\.(?:forwardRef|createContext|memo)\()/gm, "$1/* @__PURE__ */ $2"),
        map: null,
      }),
    },
  };
}
