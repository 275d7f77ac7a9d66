/** What a message or tag says about its subject; always shown together with an icon and words. */
export type Tone = "neutral" | "accent" | "info" | "success" | "warning" | "danger";
