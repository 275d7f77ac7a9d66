const longest = 2000;

/** The full-page links of the specification (§2) that are worth coming back to; each leads to a screen under /v/. */
const fullPagePaths = new Set(
  [
    "/dashboard/dashboard",
    "/PremiumServices/Portal/Default.aspx",
    "/PremiumServices/Portal/admin/Settings.aspx",
    "/PremiumServices/Portal/admin/Users.aspx",
    "/PremiumServices/Portal/admin/Courses.aspx",
    "/premiumServices/portal/sysAdmin/offlineTasks",
    "/reports/wizard",
    "/reports/myCustomReports",
    "/reports/reportResults",
    "/SysAdmin/Default.aspx",
    "/SysAdmin/Users/FindUser.aspx",
    "/SysAdmin/Portals/CourseCopy.aspx",
    "/SysAdmin/Portals/SelectPortal.aspx",
    "/SysAdmin/Money/Default.aspx",
    "/SysAdmin/DBManagement/Default.aspx",
    "/SysAdmin/DBManagement/SystemAnnouncement.aspx",
    "/SysAdmin/SiteAdmin/Default.aspx",
    "/SysAdmin/Plugins/Default.aspx",
    "/SysAdmin/Quartz/Default.aspx",
    "/admin/emailBlackList",
    "/admin/imgConverter",
    "/admin/systemHealth",
    "/admin/logging",
    "/admin/saml",
    "/admin/secureContent",
    "/About/Contact.aspx",
    "/About/CopyrightPolicies.aspx",
    "/About/Privacy.aspx",
  ].map((path) => path.toLowerCase()),
);

/** Screens one must not be sent back to after signing in: they would lead round in a circle. */
const loops = /^\/v\/(auth\/(?!passwordchange(\/|$))|setup(\/|$))/;

/**
 * The path to return to after signing in, or null when it is not one of this portal's own pages (security.md §3.1).
 * Takes the value of ReturnUrl as the query gave it and the portal's scheme://host[:port]; gives path, query and fragment.
 */
export function safeReturnUrl(value: string | null | undefined, origin: string): string | null {
  if (!value || value.length > longest || !URL.canParse(origin)) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return null;
  }
  // What a second decoding further down the line would make of it must be harmless too.
  return ownPath(decoded, origin) && ownPath(value, origin);
}

function ownPath(value: string, origin: string): string | null {
  // Backslashes and control characters are what browsers silently repair.
  if (!value.startsWith("/") || /[\\\p{Cc}]/u.test(value)) return null;
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  if (url.origin !== new URL(origin).origin) return null;
  const path = url.pathname.replace(/\/{2,}/g, "/").toLowerCase();
  const known = path.startsWith("/v/")
    ? url.pathname.toLowerCase().startsWith("/v/") && !loops.test(path)
    : fullPagePaths.has(url.pathname.replace(/\/$/, "").toLowerCase());
  return known ? url.pathname + url.search + url.hash : null;
}
