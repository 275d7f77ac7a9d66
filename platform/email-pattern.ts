/**
 * What is taken for an email where somebody types one of their own or invites somebody: name@host.domain. It never goes back over what it has read, so that a long
 * text costs no more than its length.
 */
export const emailPattern = /^[^\s@"<>(),;:\\]+@[^\s@"<>(),;:\\][^\s@"<>(),;:\\.]*\.[^\s@"<>(),;:\\]+$/;
