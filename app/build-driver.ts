import type { Plugin } from "vite";

/**
 * Has driver.js write what its steps say as text. It writes HTML, which the page's policy refuses (Trusted Types), and ours is plain text. Fails the build
 * when an update of it has other places that write HTML.
 */
export const stepsAsText = (): Plugin => ({
  name: "stoa-steps-as-text",
  transform: {
    filter: { id: /\/driver\.js\/dist\/driver\.js\.mjs/ },
    handler(code) {
      const writesHtml = /\.innerHTML=/g;
      const isOther = /outerHTML|insertAdjacentHTML|innerHTML\s*\+=|document\.write/.test(code);
      if (isOther || code.match(writesHtml)?.length !== 8) throw new Error("The places where driver.js writes HTML have changed.");
      return { code: code.replace(writesHtml, ".textContent="), map: null };
    },
  },
});
