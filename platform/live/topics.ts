/** What the live channel can say. It says only that something changed; what it is now, the browser asks by the usual calls, which check who may know. */
export const liveTopics = ["jobs", "notifications", "editing"] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** The address of the live channel. */
export const livePath = "/rest/live";
