// Pages of packages that look for what is not theirs (security.md §3.2).

/** Says what it finds of others, then leaves its own mark everywhere a page can. */
export const probe = `<!doctype html><title>Probe</title><body><pre id="out">working</pre><script>
  const attempt = async (work) => { try { return await work(); } catch { return "refused"; } };
  const opened = (name) => new Promise((done, failed) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => { request.result.close(); done(name); };
    request.onerror = failed;
  });
  (async () => {
    const heard = [];
    const channel = await attempt(() => { const one = new BroadcastChannel("mark"); one.onmessage = ({ data }) => heard.push(data); return one; });
    const found = {
      local: await attempt(() => localStorage.getItem("mark")),
      session: await attempt(() => sessionStorage.getItem("mark")),
      cookie: await attempt(() => document.cookie),
      databases: await attempt(async () => (await indexedDB.databases()).map(({ name }) => name).join()),
      caches: await attempt(async () => (await caches.keys()).join()),
      worker: await attempt(() => navigator.serviceWorker.register("worker.js").then(() => "registered")),
      domain: await attempt(() => { document.domain = location.hostname.split(".").slice(1).join("."); return document.domain; }),
      host: location.hostname,
    };
    await attempt(() => localStorage.setItem("mark", "left"));
    await attempt(() => sessionStorage.setItem("mark", "left"));
    await attempt(() => { document.cookie = "mark=left; path=/"; });
    await attempt(() => opened("mark"));
    await attempt(() => caches.open("mark"));
    await attempt(() => channel.postMessage("left"));
    document.getElementById("out").textContent = JSON.stringify(found);
  })();
</script>`;

/** What the probe finds. */
export interface Found {
  readonly local: string | null;
  readonly session: string | null;
  readonly cookie: string;
  readonly databases: string;
  readonly caches: string;
  readonly worker: string;
  readonly domain: string;
  readonly host: string;
}

/** Nothing of anybody else's. */
export const nothing = { local: null, session: null, cookie: "", databases: "", caches: "" };

/** A page of a package that opens a window when it is pressed; that window keeps hold of the tab and tries what it can, again and again. */
export const opener = `<!doctype html><title>Opener</title><body><button onclick="window.open('lurker.html')">Open a window</button>`;
/** The window that it opens. */
export const lurker = `<!doctype html><title>Lurker</title><body><script>
  const kept = opener.top;
  window.attack = () => {
    const seen = [];
    const look = (name, work) => { try { seen.push(name + ": " + String(work())); } catch { /* refused */ } };
    look("page", () => kept.document.title);
    look("page's address", () => kept.location.href);
    for (let at = 0; at < kept.length; at++) {
      look("launcher's address", () => kept[at].location.href);
      look("launcher", () => kept[at].document.title);
      look("API", () => typeof kept[at].API);
      look("part", () => kept[at][0].location.href);
    }
    return { frames: kept.length, seen };
  };
  window.steal = async (url, body) => {
    try {
      const answer = await fetch(url, { method: "POST", headers: { "content-type": "text/plain" }, body });
      return String(answer.status);
    } catch { return "refused"; }
  };
  window.read = async (url) => { try { return (await (await fetch(url)).text()).length; } catch { return "refused"; } };
</script>`;
