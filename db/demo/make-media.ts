// Makes the demo's pictures and videos from the drawings and texts in media-source/. The results are committed, so that starting Stoa
// needs none of the programs used here: ffmpeg, espeak-ng and a Chromium. Run: node db/demo/make-media.ts [path of Chromium]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { handouts } from "./media-source/handouts.ts";
import type { Narration } from "./media-source/narrations.ts";
import { narrations } from "./media-source/narrations.ts";
import { pictures, slideSvg } from "./media-source/pictures.ts";

const root = import.meta.dirname;
const out = join(root, "media");
const brand = join(root, "../../public/brand");
const work = mkdtempSync(join(tmpdir(), "stoa-media-"));
const PAUSE = 0.45;

const ffmpeg = (...args: string[]) =>
  execFileSync("ffmpeg", ["-y", "-v", "error", "-fflags", "+bitexact", ...args, "-map_metadata", "-1"], { stdio: "inherit" });
const secondsOf = (path: string) =>
  Number(execFileSync("ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path], { encoding: "utf8" }));
const clock = (seconds: number) => {
  const ms = Math.round(seconds * 1000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
};
const captions = (cues: { from: number; to: number; text: string }[]) =>
  `WEBVTT\n\n${cues.map((cue, i) => `${i + 1}\n${clock(cue.from)} --> ${clock(cue.to)}\n${cue.text}\n`).join("\n")}`;

mkdirSync(out, { recursive: true });
mkdirSync(brand, { recursive: true });
const font = readFileSync(
  join(root, "../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2"),
).toString("base64");
const browser = await chromium.launch({ executablePath: process.argv[2] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();

async function draw(svg: string, width: number, height: number, path: string) {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>@font-face{font-family:"Atkinson Hyperlegible Next Variable";src:url(data:font/woff2;base64,${font});font-weight:200 800}body{margin:0}svg{display:block}</style>${svg}`,
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path });
}

/** Speaks and draws one narration and joins both to a video. Returns its length in seconds and the spoken words with their times in seconds. */
async function film({ name, tones, slides }: Narration) {
  const cues: { from: number; to: number; text: string; de: string | undefined }[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const [i, slide] of slides.entries()) {
    const picture = join(work, `${name}-${i}.png`);
    const speech = join(work, `${name}-${i}.wav`);
    const part = join(work, `${name}-${i}.mkv`);
    await draw(slideSvg(tones, slide, i, slides.length), 640, 360, picture);
    execFileSync("espeak-ng", ["-v", "en-gb-x-rp", "-s", "152", "-p", "42", "-w", speech, slide.say]);
    const spoken = secondsOf(speech);
    const length = Math.ceil((spoken + 2 * PAUSE) * 25) / 25;
    // A small dot moves along the bottom of the slide, so that the picture moves and a seek is visible.
    ffmpeg(
      "-loop",
      "1",
      "-framerate",
      "25",
      "-i",
      picture,
      "-f",
      "lavfi",
      "-i",
      `color=c=${tones[2]}:s=10x4:r=25`,
      "-i",
      speech,
      "-filter_complex",
      `[0][1]overlay=x='(W-w)*t/${length}':y=H-6:shortest=0[v];[2]adelay=${PAUSE * 1000}:all=1,apad,volume=0.8[a]`,
      "-map",
      "[v]",
      "-map",
      "[a]",
      "-t",
      String(length),
      "-c:v",
      "ffv1",
      "-c:a",
      "pcm_s16le",
      "-ar",
      "48000",
      "-ac",
      "1",
      part,
    );
    cues.push({ from: round(at + PAUSE), to: round(at + PAUSE + spoken), text: slide.say, de: slide.de });
    parts.push(`file '${part}'`);
    at += length;
  }
  const list = join(work, `${name}.txt`);
  const whole = join(work, `${name}.mkv`);
  writeFileSync(list, parts.join("\n"));
  ffmpeg("-f", "concat", "-safe", "0", "-i", list, "-c", "copy", whole);
  ffmpeg(
    "-i",
    whole,
    "-c:v",
    "libvpx-vp9",
    "-crf",
    "40",
    "-b:v",
    "0",
    "-g",
    "100",
    "-row-mt",
    "1",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "libopus",
    "-b:a",
    "28k",
    join(out, `${name}.webm`),
  );
  ffmpeg(
    "-i",
    whole,
    "-c:v",
    "libx264",
    "-crf",
    "30",
    "-preset",
    "slow",
    "-g",
    "100",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-b:a",
    "48k",
    "-movflags",
    "+faststart",
    join(out, `${name}.mp4`),
  );
  ffmpeg("-i", join(work, `${name}-0.png`), "-c:v", "libwebp", "-quality", "82", join(out, `${name}.webp`));
  writeFileSync(join(out, `${name}.en.vtt`), captions(cues));
  if (cues.every((cue) => cue.de))
    writeFileSync(join(out, `${name}.de.vtt`), captions(cues.map(({ from, to, de }) => ({ from, to, text: de ?? "" }))));
  return { seconds: round(at), transcript: cues.map(({ from, to, text }) => ({ from, to, text })) };
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

const videos: Record<string, unknown> = {};
for (const narration of narrations) videos[narration.name] = await film(narration);
const sizes: Record<string, { width: number; height: number }> = {};
for (const { name, width, height, svg, kind } of pictures) {
  const drawn = join(work, `${name}.png`);
  await draw(svg, width, height, drawn);
  if (kind === "nav") {
    ffmpeg("-i", drawn, "-vf", "split[a][b];[a]palettegen=max_colors=32[p];[b][p]paletteuse=dither=none", join(brand, `${name}.png`));
    continue;
  }
  ffmpeg("-i", drawn, "-c:v", "libwebp", "-quality", "84", join(out, `${name}.webp`));
  sizes[`${name}.webp`] = { width, height };
}
const sheets: Record<string, { bytes: number }> = {};
for (const [name, { title, html }] of Object.entries(handouts)) {
  await page.setContent(
    `<!doctype html><html lang="en"><title>${title}</title><style>@font-face{font-family:A;src:url(data:font/woff2;base64,${font});font-weight:200 800}body{font:12pt/1.6 A,sans-serif;margin:0}li{margin-block:.5em}</style><h1>${title}</h1>${html}</html>`,
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.pdf({
    path: join(out, name),
    format: "A4",
    margin: { top: "25mm", bottom: "25mm", left: "25mm", right: "25mm" },
    tagged: true,
  });
  sheets[name] = { bytes: statSync(join(out, name)).size };
}
await browser.close();
writeFileSync(join(out, "media.json"), `${JSON.stringify({ videos, pictures: sizes, handouts: sheets }, null, 2)}\n`);
rmSync(work, { recursive: true });
process.stdout.write(
  `${execFileSync("ls", ["-l", out], { encoding: "utf8" })}${statSync(join(brand, "civic-nav.png")).size} bytes of navigation image\n`,
);
