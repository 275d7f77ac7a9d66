/** The cookie in which a browser keeps the language that somebody chose on a host without being signed in. Over https its prefix makes the browser refuse one that another host sets. */
export const languageCookie = (secure: boolean): string => (secure ? "__Host-stoa_language" : "stoa_language");
