import { expect, test } from "vitest";
import { embedded, embedHosts } from "./hosts.ts";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
  [" https://youtu.be/dQw4w9WgXcQ?si=x ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
  ["https://m.youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
  ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871"],
  ["https://vimeo.com/76979871/8272103f6e", "https://player.vimeo.com/video/76979871?h=8272103f6e"],
  ["https://player.vimeo.com/video/76979871?h=8272103f6e", "https://player.vimeo.com/video/76979871?h=8272103f6e"],
  [
    "https://www.openstreetmap.org/export/embed.html?bbox=13.3%2C52.4%2C13.5%2C52.6&layer=mapnik",
    "https://www.openstreetmap.org/export/embed.html?bbox=13.3%2C52.4%2C13.5%2C52.6&layer=mapnik",
  ],
  ["https://www.geogebra.org/m/JZPPCfPs", "https://www.geogebra.org/material/iframe/id/JZPPCfPs"],
])("%s is shown", (written, address) => {
  expect(embedded(written)?.address).toBe(address);
  // What is shown is shown again from its own address.
  expect(embedded(address)?.address).toBe(address);
});

test.each([
  "",
  "words",
  "javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ",
  "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com.evil.test/watch?v=dQw4w9WgXcQ",
  "https://evil.test/https://youtu.be/dQw4w9WgXcQ",
  "https://youtu.be@evil.test/dQw4w9WgXcQ",
  "https://www.youtube.com/redirect?q=https://evil.test",
  "https://www.youtube.com/watch?v=../../x",
  "https://vimeo.com/login",
  "https://www.openstreetmap.org/user/new",
  "https://www.openstreetmap.org/export/embed.html?x=<script>",
  "https://www.geogebra.org/m/../../x",
  "data:text/html,x",
])("%j is not", (written) => {
  expect(embedded(written)).toBeNull();
});

test("only whole origins are named to the page's policy", () => {
  for (const { origin } of embedHosts) expect(new URL(origin).origin).toBe(origin);
});
