/** Ways to prove who one is. Each has a folder of `methods/` and a line of `methods/methods.ts`. */
export type MethodName = "password" | "passkey" | "link";

/** What proved who somebody is: a method of this portal, or another portal that handed over. */
export type ProvenBy = MethodName | "handover";

/** Who can be made to have a second factor; Student is everybody. */
type FactorRole = "Student" | "Author" | "Manager" | "Admin";

/** How people sign in to a portal, as its settings say (features/portal/settings.ts). */
export interface SignInSettings {
  readonly factorRoles: readonly FactorRole[];
  /** Days from the first sign-in under the rule to the last without a second factor. */
  readonly factorGraceDays: number;
  /** Days for which a browser may be trusted; 0: never. */
  readonly trustedDays: number;
}
