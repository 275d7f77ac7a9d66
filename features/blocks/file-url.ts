/** URL of a stored file for the browser. The name has no effect on what is served: it only shows in the URL and as the name of a download. */
export const fileUrl = (fileId: number, name = "file") => `/rest/files/${fileId}/${encodeURIComponent(name)}`;
