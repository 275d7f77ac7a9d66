import type { Plugin } from "vite";

/**
 * Says of the router's components what its authors left unsaid: that making one has no effect but itself. Then those nobody uses, such as
 * the ones for server rendering, stay out of the bundle. Names for developer tools go too; to set one counts as use.
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
