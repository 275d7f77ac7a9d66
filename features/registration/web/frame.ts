/** How the pages of a registration show whose portal it is. */
export type Frame = { readonly portalName: string; readonly logo: string | null };
