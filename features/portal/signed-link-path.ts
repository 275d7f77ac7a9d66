/** Where somebody opens a signed link: the server leads on from there. Alone in this file, since learners' screens load nothing else of signed links. */
export const signedLinkPath = "/v/link/";
