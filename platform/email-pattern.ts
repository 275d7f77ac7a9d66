/**
 * What is taken for an email where somebody types one of their own or invites somebody: name@host.domain, without signs that nobody sees, by which two would look
 * alike or one be read backwards. It never goes back over what it has read, so that a long text costs no more than its length.
 */
export const emailPattern =
  /^[^\s\p{Cc}\p{Cf}@"<>(),;:\\]+@[^\s\p{Cc}\p{Cf}@"<>(),;:\\][^\s\p{Cc}\p{Cf}@"<>(),;:\\.]*\.[^\s\p{Cc}\p{Cf}@"<>(),;:\\]+$/u;
