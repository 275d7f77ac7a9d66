import { expect, test } from "vitest";
import { mostBytes } from "./contract.ts";
import { courseMedia } from "./web/course-media.ts";

test("specification §5: a video over 500 MB is refused in the browser, before a byte of it is sent", async () => {
  const film = Object.defineProperty(new File([], "film.mp4"), "size", { value: mostBytes.video + 1 });
  await expect(courseMedia(1).send(film, "video")).rejects.toThrow("Video exceeds max size of 500mb");
});
