// Loaded before every script and tool that bin/stoa.mjs runs. When the reader of its output leaves (`npm run routes | head`), it ends as other
// programs do, without a trace: exit code 141, which a shell gives to a program that a closed pipe has ended.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(141);
  });
