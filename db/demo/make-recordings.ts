// Makes the demo's recordings from the tones in media-source/recordings.ts: WAV files, computed without other programs. The results are committed.
// Run: node db/demo/make-recordings.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordings } from "./media-source/recordings.ts";

const rate = 8_000;
/** Amplitude, about half of the maximum, and the seconds over which a tone fades in and out so that it does not click. */
const [loudness, fade] = [60, 0.01];

for (const [name, { seconds, sound }] of Object.entries(recordings)) {
  const samples = Buffer.alloc(seconds * rate, 128);
  let from = 0;
  for (const { to, tones } of sound) {
    const round = tones.reduce((sum, tone) => sum + tone.seconds, 0);
    for (let at = from * rate; at < to * rate; at++) {
      let within = (at / rate - from) % round;
      const tone = tones.find((one) => {
        if (within < one.seconds) return true;
        within -= one.seconds;
        return false;
      });
      if (!tone?.hertz) continue;
      const swell = Math.min(1, within / fade, (tone.seconds - within) / fade);
      samples[at] = 128 + Math.round(loudness * swell * Math.sin((2 * Math.PI * tone.hertz * at) / rate));
    }
    from = to;
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  // PCM, one channel, 8 bits.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  writeFileSync(join(import.meta.dirname, "media", `${name}.wav`), Buffer.concat([head, samples]));
}
