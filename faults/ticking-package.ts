// A small SCORM 1.2 package that keeps changing its data and reports what was answered "true", for the tests in a browser.
import { manifest12, zipOf } from "#features/scorm/test/sample-packages.ts";

/** When the SCO ends its session: in pagehide, in unload, or never. */
export const exitStyles = ["pagehide", "unload", "none"] as const;
export type ExitStyle = (typeof exitStyles)[number];

/** Name of the function that the harness defines in every frame; called with what LMSCommit acknowledged with "true". */
export const reportName = "reportAcknowledged";

/**
 * One page: every `every` milliseconds it sets suspend data "n:<padding>" and the session time, and commits. `style`, `every` and `size` are written into
 * the page, because launch data are fixed in the manifest.
 */
const page = (style: ExitStyle, every: number, size: number) => `<!doctype html><meta charset="utf-8"><title>Ticking</title>
<h1>Ticking</h1><p><output id="n">0</output></p>
<script>
const find = () => { for (let w = window, i = 0; i < 20; i++, w = w.parent) { if (w.API) return w.API; if (w.parent === w) return null; } };
const api = find();
api.LMSInitialize("");
let n = Number((api.LMSGetValue("cmi.suspend_data") || "0").split(":")[0]);
const first = n;
const two = (value) => String(value).padStart(2, "0");
const clock = (s) => two(Math.floor(s / 3600)) + ":" + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
const say = (name) => {
  n++;
  const set = api.LMSSetValue("cmi.suspend_data", (n + ":" + name + ":").padEnd(${size}, "0123456789"));
  api.LMSSetValue("cmi.core.session_time", clock(n - first));
  api.LMSSetValue("cmi.core.exit", "suspend");
  const ok = set === "true" && api.LMSCommit("") === "true";
  document.getElementById("n").textContent = String(n);
  if (ok && window.${reportName}) window.${reportName}({ n, at: Date.now(), load: performance.timeOrigin });
};
const timer = setInterval(() => say("tick"), ${every});
say("tick");
const bye = () => { clearInterval(timer); say("last"); api.LMSFinish(""); };
${style === "none" ? "" : `window.addEventListener("${style}", bye, { once: true });`}
</script>`;

export const tickingPackage = (style: ExitStyle, { every, size }: { every: number; size: number }): Promise<Buffer> =>
  zipOf({
    "imsmanifest.xml": manifest12([{ title: "Ticking", href: "index.html" }], `Ticking ${style}`),
    "index.html": page(style, every, size),
  });
