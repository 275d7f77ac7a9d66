/** How the pages of a registration show whose portal it is; minLength: of a password there. */
export type Frame = { readonly portalName: string; readonly logo: string | null; readonly minLength: number };
