/** A time zone's name as people read it, from its IANA name. */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");

/** All time zones as choices, in order; with others that may not be among those of the browser, such as what was chosen in another one. */
export const zoneOptions = (...others: readonly (string | null | undefined)[]): { id: string; label: string }[] =>
  [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...others.filter((one) => one != null)])]
    .toSorted()
    .map((id) => ({ id, label: zoneName(id) }));
