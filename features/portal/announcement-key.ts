/** Which asking for an announcement to be read is meant: another one once everybody is asked again. */
export const announcementKey = ({ id, askedAt }: { readonly id: number; readonly askedAt: number }): string =>
  `${id}.${askedAt.toString(36)}`;
