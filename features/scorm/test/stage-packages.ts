import { manifest12, zipOf, type Files, type SampleSco } from "./sample-packages.ts";

// Packages of our own, each a way in which the tools of the world use the stage (docs/decisions/014-the-stage.md). They are shown by what they print.

export interface Walk {
  readonly name: string;
  /** A function's body: returns the API that it finds from `window`, or null. */
  readonly find: string;
  /** Only a window of its own has it: in the page the topmost window belongs to the portal. */
  readonly onlyInWindow?: true;
  /** How many frames of its own the package puts around the page that looks. */
  readonly frames?: number;
  /** The search runs in a window that the package opens when its button is pressed. */
  readonly popup?: true;
}

export const walks: readonly Walk[] = [
  {
    name: "ADL, at most seven windows up",
    find: `let w = window, tries = 0; while (w.API == null && w.parent != null && w.parent != w) { if (++tries > 7) return null; w = w.parent; } return w.API;`,
  },
  { name: "to the topmost window first", find: `let w = window; while (w.parent && w.parent != w) w = w.parent; return w.API;` },
  {
    name: "to the last parent that is there",
    find: `let w = window; while (w.parent != null && w.parent != w) w = w.parent; return w.API;`,
  },
  {
    name: "until one refuses its document",
    find: `let w = window; try { for (; w.parent.document; ) w = w.parent; } catch {} return w.API;`,
  },
  {
    name: "until a window refuses its address",
    find: `let w = window, api = null; try { for (;;) { api = w.API || api; w = w.parent; w.location.href; } } catch {} return api;`,
  },
  {
    name: "until the top, each window asked",
    find: `for (let w = window; w != window.top; w = w.parent) if (w.API) return w.API; return window.top.API;`,
  },
  {
    name: "until the top, the last window asked",
    find: `let w = window, last; try { while (w != window.top) { last = w; w = w.parent; } last = w.API ? w : last; } catch {} return last.API;`,
  },
  {
    name: "the other standard's API first",
    find: `for (const name of ["API_1484_11", "API"]) for (let w = window; ; w = w.parent) { if (w[name]) return w[name]; if (w.parent == w) break; } return null;`,
  },
  {
    name: "window.top, and the parents where it refuses",
    find: `try { if (window.top.API) return window.top.API; } catch {} return window.parent.API;`,
  },
  { name: "window.top alone", find: `try { return window.top.API; } catch { return null; }`, onlyInWindow: true },
  {
    name: "after a try to lower document.domain",
    find: `document.domain = document.domain; document.domain = "content.localhost"; let w = window; while (!w.API && w.parent != w) w = w.parent; return w.API;`,
  },
  {
    name: "from nine frames down",
    frames: 9,
    find: `let w = window; while (w.API == null && w.parent && w.parent != w) w = w.parent; return w.API;`,
  },
  {
    name: "until a window refuses its document, from nine frames down",
    frames: 9,
    find: `let w = window; try { for (; w.parent.document; ) w = w.parent; } catch {} return w.API;`,
  },
  {
    name: "from the opener up",
    popup: true,
    find: `let w = window.opener; while (w.API == null && w.parent && w.parent != w) w = w.parent; return w.API;`,
  },
  { name: "opener.parent", popup: true, find: `return window.opener.parent.API;` },
];

const looks = ({ name, find }: Walk) => `<!doctype html><meta charset="utf-8"><title>${name}</title><body><output>working</output><script>
const api = (() => { ${find} })();
const answer = !api ? "not found" : api.LMSInitialize("") === "true" && api.LMSSetValue("cmi.core.lesson_status", "completed") === "true" && api.LMSCommit("") === "true" ? "found" : "silent";
document.querySelector("output").textContent = answer;
</script>`;

const around = (walk: Walk, page: string) =>
  `<!doctype html><meta charset="utf-8"><title>${walk.name}</title><body>${
    walk.popup
      ? `<button onclick="window.open('${page}', '', 'width=300,height=200')">Open a window</button>`
      : `<script>
  const depth = Number(new URLSearchParams(location.search).get("depth") ?? ${walk.frames});
  document.write('<iframe src="' + (depth > 1 ? location.pathname + "?depth=" + (depth - 1) : "${page}") + '"></iframe>');
</script>`
  }`;

/** A package with a part for each way to look for the API. */
export function walkPackage(chosen: readonly Walk[] = walks) {
  const parts = chosen.map((walk, at): { sco: SampleSco; pages: Files } => {
    const [start, page] = [`walk-${at + 1}.html`, `walk-${at + 1}-looks.html`];
    const isDirect = !walk.frames && !walk.popup;
    return {
      sco: { title: walk.name, href: start },
      pages: isDirect ? { [start]: looks(walk) } : { [start]: around(walk, page), [page]: looks(walk) },
    };
  });
  const scos = parts.map(({ sco }) => sco);
  return zipOf({ "imsmanifest.xml": manifest12(scos, "Walks"), ...Object.assign({}, ...parts.map(({ pages }) => pages)) });
}

/** Looks at each kind of storage in the first script of a page: what it finds, then what it reads back of what it writes. */
const stores = `const looked = async () => {
  const attempt = async (work) => { try { return await work(); } catch (error) { return "refused: " + error.name; } };
  const opened = () => new Promise((done, failed) => {
    const request = indexedDB.open("notes", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("notes", { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const read = async () => ({
    local: localStorage.getItem("place"),
    session: sessionStorage.place ?? null,
    cookie: /(?:^|; )place=([^;]*)/.exec(document.cookie)?.[1] ?? null,
    database: await attempt(async () => {
      const database = await opened();
      const request = database.transaction("notes").objectStore("notes").get(1);
      const found = await new Promise((done) => (request.onsuccess = () => done(request.result)));
      database.close();
      return found ? found.text : null;
    }),
  });
  const before = await attempt(read);
  await attempt(async () => {
    localStorage.setItem("place", "page-3");
    sessionStorage.place = "page-3";
    document.cookie = "place=page-3; max-age=3600; path=/";
    const database = await opened();
    const transaction = database.transaction("notes", "readwrite");
    transaction.objectStore("notes").put({ id: 1, text: "page-3" });
    await new Promise((done) => (transaction.oncomplete = done));
    database.close();
  });
  return { before, after: await attempt(read) };
};`;

/** A package that keeps its place in the browser, also from a frame of its own; its pages are of several encodings. */
export const storagePackage = () =>
  zipOf({
    "imsmanifest.xml": manifest12([{ title: "Keeps its place", href: "store.html" }], "Storage"),
    "store.html": `<!DOCTYPE html><html lang="en"><head><script>
${stores}
const own = { count: localStorage.length, keys: Object.keys(localStorage), has: "place" in localStorage, mode: document.compatMode };
const begun = looked();
</script><meta charset="utf-8"></head><body><output></output><iframe name="inner"></iframe><script>
addEventListener("message", async ({ data }) => {
  document.querySelector("output").textContent = JSON.stringify({ own, page: await begun, frame: data });
});
begun.then(() => document.querySelector("iframe").src = "folder/inner.html");
</script></body></html>`,
    "folder/inner.html": Buffer.from(
      `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><script>${stores}
looked().then((all) => parent.postMessage({ ...all, letters: document.querySelector("p").textContent, mode: document.compatMode }, "*"));</script></head><body><p>Pl\xe4tze</p></body></html>`,
      "latin1",
    ),
  });

const shows = (text: string) => `<!doctype html><meta charset="utf-8"><title>${text}</title><output>${text}</output>`;

/** A frameset whose list of contents steers the frame beside it, in each of the ways in use; its first link leaves the whole window. */
export const framesetPackage = () =>
  zipOf({
    "imsmanifest.xml": manifest12([{ title: "Frameset", href: "index.html" }], "Frameset"),
    "index.html": `<html><head><title>Frameset</title></head><frameset rows="40%,*"><frame name="list" src="list.html"><frame name="main" src="one.html"></frameset></html>`,
    "list.html": `<!doctype html><meta charset="utf-8"><title>List</title>
<script>let api = null; for (let w = window; !api && w.parent != w; w = w.parent) api = w.API || null; api = api || parent.parent.API; api.LMSInitialize("");</script>
<a href="leave.html" target="_top">Leave the window</a>
<button onclick="top.location = 'leave.html'">Leave by script</button>
<a href="two.html" target="main">By target</a>
<form action="three.html" target="main"><button>By form</button></form>
<button onclick="parent.main.location = 'four.html'">By name</button>
<button onclick="parent.frames['main'].location.href = 'five.html'">By list</button>
<button onclick="parent.frames[1].document.location.replace('six.html')">By place</button>
<button onclick="window.open('seven.html', 'main')">By window</button>
<button onclick="api.LMSSetValue('cmi.core.lesson_status', 'completed'); api.LMSCommit('')">Complete</button>`,
    ...Object.fromEntries(["one", "two", "three", "four", "five", "six", "seven", "leave"].map((name) => [`${name}.html`, shows(name)])),
  });

/** Two parts; the first greets with an alert, asks before it is left, plays a sound, fills the screen, and says how large its window is. */
export const mannersPackage = () => {
  const parts = [
    { title: "Manners", href: "manners.html" },
    { title: "After them", href: "after.html" },
  ];
  return zipOf({
    "imsmanifest.xml": manifest12(parts, "Manners"),
    "after.html": shows("after"),
    "more.html": `<!doctype html><meta charset="utf-8"><title>More</title><button>Done</button><script>
document.querySelector("button").onclick = () => {
  opener.told(opener.parent.API.LMSSetValue("cmi.suspend_data", "from the pop-up"));
  close();
};
</script>`,
    "manners.html": `<!doctype html><meta charset="utf-8"><title>Manners</title><meta name="viewport" content="width=device-width">
<button id="sound">Sound</button><button id="full">Full screen</button><button id="more">Pop-up</button><output></output>
<script>
const said = {};
const say = (name, value) => { said[name] = value; document.querySelector("output").textContent = JSON.stringify(said); };
const api = parent.API;
api.LMSInitialize("");
window.onbeforeunload = () => { api.LMSSetValue("cmi.core.lesson_location", "asked"); return "Do you really want to leave?"; };
sound.onclick = () => new Audio("silence.wav").play().then(() => say("sound", "played"), (error) => say("sound", error.name));
full.onclick = () => document.documentElement.requestFullscreen().then(() => { say("full", "filled"); return document.exitFullscreen(); }).catch((error) => say("full", error.name));
more.onclick = () => { window.told = (word) => say("more", word); open("more.html", "more", "width=300,height=200"); };
onresize = () => say("width", innerWidth);
alert("Welcome");
say("alert", "answered");
</script>`,
    "silence.wav": Buffer.concat([
      Buffer.from("524946462408000057415645666d7420100000000100010044ac000044ac00000100080064617461", "hex"),
      Buffer.from("00080000", "hex"),
      Buffer.alloc(2048, 0x80),
    ]),
  });
};

/** Blocks its thread when its button is pressed, until the address it waits for answers. */
export const hangingPackage = () =>
  zipOf({
    "imsmanifest.xml": manifest12([{ title: "Hangs", href: "hangs.html" }], "Hangs"),
    "hangs.html": `<!doctype html><meta charset="utf-8"><title>Hangs</title><button>Hang</button><output>ready</output><script>
parent.API.LMSInitialize("");
document.querySelector("button").onclick = () => setTimeout(() => {
  const request = new XMLHttpRequest();
  request.open("GET", "until.txt", false);
  request.send();
  document.querySelector("output").textContent = request.responseText;
});
</script>`,
    "until.txt": "later",
  });
