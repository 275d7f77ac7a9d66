const longest = 2000;

/** The specification's full-page links (§2) to which it makes sense to return; each redirects to a screen under /v/. */
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

/** Screens to which signing in must not return: they would redirect in a loop. */
const loops = /^\/v\/(auth\/(?!passwordchange(\/|$))|setup(\/|$))/;

/**
 * The path to return to after signing in; null when it is not a page of this portal (security.md §3.1).
 * value: ReturnUrl as parsed from the query. origin: the portal's scheme://host[:port]. Returns path, query and fragment.
 */
export function safeReturnUrl(value: string | null | undefined, origin: string): string | null {
  if (!value || value.length > longest || !URL.canParse(origin)) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return null;
  }
  // The result must also be harmless if something later decodes it a second time.
  return ownPath(decoded, origin) && ownPath(value, origin);
}

function ownPath(value: string, origin: string): string | null {
  // Browsers silently change backslashes and control characters, so such paths are refused.
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
