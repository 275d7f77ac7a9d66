let region: HTMLElement | null = null;

/** Says a message to screen readers, politely, once. For things that change without moving focus (titles, counts, "Saved"). */
export function announce(message: string): void {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    region.setAttribute("data-live-announcer", "true");
    document.body.append(region);
  }
  const line = document.createElement("p");
  region.replaceChildren(line);
  // The text arrives after the element so that repeating the same words is heard again.
  setTimeout(() => (line.textContent = message), 50);
}
