import type { Client } from "#app/test/app.ts";
import type { Rig } from "./editor.ts";

const boundary = "----stoa-test-boundary";

/** Sends a SCORM package for a course as the browser does. */
export async function sendPackage(
  { app }: Rig,
  client: Client,
  courseId: number,
  zip: Buffer,
  { name = "Tents.zip", portal = "a" as "a" | "b" } = {},
) {
  const { host } = app.portal(portal);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="courseID"\r\n\r\n${courseId}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`;
  return client.request({
    method: "POST",
    url: "/educate/scorm/upload",
    headers: {
      host,
      cookie: client.cookie,
      origin: `http://${host}`,
      "sec-fetch-site": "same-origin",
      "x-csrf-token": client.csrf,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), zip, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}
