/** Ends this process as SIGTERM does when the one that launched it, named in STOA_LAUNCHER, is gone: nobody is left to end it. */
export function followLauncher(): void {
  const launcher = Number(process.env["STOA_LAUNCHER"]);
  if (launcher !== process.ppid) return;
  const looking = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(looking);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
