import { GlobalWorkerOptions, getDocument, TextLayer, type PDFDocumentProxy } from "pdfjs-dist";
import workerFile from "pdfjs-dist/build/pdf.worker.min.mjs?url";

/** An open document. Its pages count from 1. */
export interface PdfDocument {
  readonly pages: number;
  /** Draws a page as wide as the frame times zoom: into the canvas what it looks like, into `words` its text to mark and to read aloud. Ends early when aborted. */
  draw(
    page: number,
    into: { canvas: HTMLCanvasElement; words: HTMLElement; width: number; zoom: number },
    signal: AbortSignal,
  ): Promise<void>;
  close(): void;
}

/** The most pixels of a canvas: phones draw no larger one. */
const mostPixels = 16_000_000;

// A worker's address needs a policy under `require-trusted-types-for`; this one takes no address but our own.
interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): { createScriptURL(text: string): string };
}
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const ownWorker = policies?.createPolicy("pdf-worker", { createScriptURL: () => workerFile });

/**
 * Opens a document that our server has. It is drawn by its own worker; scripts and forms in it are never run, because nothing that would run them is
 * loaded. Rejects for what is damaged or protected with a password.
 */
export async function openPdf(address: string, signal: AbortSignal): Promise<PdfDocument> {
  // One for each document: a document that keeps it busy holds no other one up.
  const worker = new Worker(ownWorker?.createScriptURL("") ?? workerFile, { type: "module" });
  GlobalWorkerOptions.workerPort = worker;
  const loading = getDocument({
    url: address,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    stopAtErrors: false,
    maxImageSize: 50_000_000,
    canvasMaxAreaInBytes: 4 * mostPixels,
    disableAutoFetch: true,
  });
  // The worker is asked first: what is still being fetched ends with its answer, and would hold a connection otherwise. A busy one gets a second.
  const close = () => {
    const late = new Promise((done) => setTimeout(done, 1_000));
    void Promise.race([loading.destroy(), late]).then(
      () => worker.terminate(),
      () => worker.terminate(),
    );
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    const document = await loading.promise;
    return { pages: document.numPages, draw: (page, into, until) => draw(document, page, into, until), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function draw(
  document: PDFDocumentProxy,
  number: number,
  { canvas, words, width, zoom }: Parameters<PdfDocument["draw"]>[1],
  signal: AbortSignal,
): Promise<void> {
  const page = await document.getPage(number);
  if (signal.aborted) return;
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (width / natural.width) * zoom });
  const density = Math.min(globalThis.devicePixelRatio || 1, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  canvas.style.inlineSize = `${viewport.width}px`;
  canvas.style.blockSize = `${viewport.height}px`;
  words.replaceChildren();
  words.style.setProperty("--total-scale-factor", String(viewport.scale));
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  const stop = () => {
    drawing.cancel();
    text.cancel();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.all([drawing.promise, text.render()]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
