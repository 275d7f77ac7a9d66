interface Logos {
  readonly logo: string | null;
  readonly mobileLogo: string | null;
}

/** The logos of a look over those of the one that it inherits from. A logo without one for phones is shown on phones too, in place of the inherited one. */
export const logosOver = (inherited: Logos, own: Logos): Logos => ({
  logo: own.logo ?? inherited.logo,
  mobileLogo: own.mobileLogo ?? (own.logo === null ? inherited.mobileLogo : null),
});
