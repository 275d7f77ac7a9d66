// What stands beside the courses on most dashboards and is nobody's before it is told or linked: one file for the browser, and so one request.
export { default as AnnouncementText } from "./announcement/announcement-text.tsx";
export { default as QuickLinks } from "./links/quick-links.tsx";
