/** Which asking for an announcement to be read is meant: another one once everybody is asked again, or has to confirm what they only read. */
export const announcementKey = ({
  id,
  askedAt,
  mustRead,
}: {
  readonly id: number;
  readonly askedAt: number;
  readonly mustRead: boolean;
}): string => `${id}.${askedAt.toString(36)}${mustRead ? "!" : ""}`;
