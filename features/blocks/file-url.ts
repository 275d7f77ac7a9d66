/** Address of a stored file for the browser. The name is decoration: it only shows in the address and in a saved file. */
export const fileUrl = (fileId: number, name = "file") => `/rest/files/${fileId}/${encodeURIComponent(name)}`;
