import sharp from "sharp";
import { expect, test } from "vitest";
import { drawCard, inTurn } from "./pictures.ts";

test("a picture of a card waits for the one that is being drawn", async () => {
  const upload = await sharp({ create: { width: 64, height: 40, channels: 3, background: "#1f5f8b" } })
    .png()
    .toBuffer();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const drawn = [
    inTurn(async () => {
      await first.promise;
      order.push("first");
    }),
    drawCard(upload).then(() => order.push("card")),
  ];
  // Longer than drawing it takes.
  await drawCardAlone(upload);
  expect(order).toEqual([]);
  first.resolve();
  await Promise.all(drawn);
  expect(order).toEqual(["first", "card"]);
});

const drawCardAlone = async (upload: Buffer) => {
  for (let nth = 0; nth < 5; nth++) await sharp(upload).webp().toBuffer();
};
