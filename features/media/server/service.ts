// What other features do with the files of a course.
export { addMedia } from "./file-queries.ts";
export { noSite, openSiteFor } from "./open-site-for.ts";
