let region: HTMLElement | null = null;

/** Has screen readers say a message once, politely. For changes that do not move the focus (titles, counts, "Saved"). */
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
  // The text follows after the element, so that the same message is announced again when repeated.
  setTimeout(() => (line.textContent = message), 50);
}
