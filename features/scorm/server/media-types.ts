import { extname } from "node:path";

const types: Record<string, string> = {
  // No charset for text a package brought: its own declaration (meta, BOM, @charset) counts.
  html: "text/html", htm: "text/html", xhtml: "application/xhtml+xml", css: "text/css", js: "text/javascript", mjs: "text/javascript",
  json: "application/json", xml: "text/xml", xsd: "text/xml", dtd: "text/plain", txt: "text/plain", csv: "text/csv", vtt: "text/vtt", srt: "text/plain",
  png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", avif: "image/avif", svg: "image/svg+xml",
  ico: "image/x-icon", bmp: "image/bmp", tif: "image/tiff", tiff: "image/tiff", cur: "image/x-icon",
  mp4: "video/mp4", m4v: "video/mp4", webm: "video/webm", ogv: "video/ogg", mov: "video/quicktime", flv: "video/x-flv", avi: "video/x-msvideo",
  mp3: "audio/mpeg", m4a: "audio/mp4", aac: "audio/aac", oga: "audio/ogg", ogg: "audio/ogg", wav: "audio/wav", m3u8: "application/vnd.apple.mpegurl", ts: "video/mp2t",
  woff: "font/woff", woff2: "font/woff2", ttf: "font/ttf", otf: "font/otf", eot: "application/vnd.ms-fontobject",
  pdf: "application/pdf", zip: "application/zip", swf: "application/x-shockwave-flash", wasm: "application/wasm", webmanifest: "application/manifest+json",
  doc: "application/msword", xls: "application/vnd.ms-excel", ppt: "application/vnd.ms-powerpoint",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** The media type of a package's file by its name; bytes nobody knows are offered for saving by the browser. */
export const mediaType = (path: string): string => types[extname(path).slice(1).toLowerCase()] ?? "application/octet-stream";
