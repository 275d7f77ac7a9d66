/** The specification's About links (§2) and the screens they lead to. */
export const aboutLinks = {
  "/About/Contact.aspx": "/v/about/contact",
  "/About/CopyrightPolicies.aspx": "/v/about/copyright",
  "/About/Privacy.aspx": "/v/about/privacy",
} as const;
