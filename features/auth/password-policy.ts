/** The most characters of a password. Length matters most (NIST SP 800-63B): there are no rules about kinds of characters. */
export const longestPassword = 200;

/** What a portal asks of passwords, as its settings say (features/portal/settings.ts). */
export interface PasswordPolicy {
  /** The least number of characters. */
  readonly minLength: number;
  /** How many of a person's latest passwords cannot be chosen again; 0: any can. */
  readonly history: number;
  /** After how many days a password is changed; 0: never. */
  readonly maxDays: number;
}
