// Talks to the learning management system (SCORM 2004). Without one the pages still work, and keep nothing. Plain scripts, no modules:
// those are refused wherever a package has no origin of its own.
(() => {
  "use strict";
  /** Looks for the API in the windows around this one, then in those around its opener. */
  function findApi(start) {
    for (let win = start, up = 0; win && up < 20; win = win.parent, up++) {
      if (win.API_1484_11) return win.API_1484_11;
      if (win.parent === win) return null;
    }
    return null;
  }

  const api = findApi(window) ?? (window.opener ? findApi(window.opener) : null);
  const began = Date.now();
  let isOpen = api?.Initialize("") === "true";

  const read = (name) => (isOpen ? api.GetValue(name) : "");

  /** Reports several values and sends them off. */
  function report(values) {
    if (!isOpen) return;
    for (const [name, value] of Object.entries(values)) api.SetValue(name, String(value));
    api.Commit("");
  }

  // Not "beforeunload", which fires as well when the page then stays.
  addEventListener("pagehide", () => {
    if (!isOpen) return;
    report({ "cmi.session_time": `PT${Math.round((Date.now() - began) / 1000)}S`, "cmi.exit": "suspend" });
    api.Terminate("");
    isOpen = false;
  });

  window.course = { read, report };
})();
