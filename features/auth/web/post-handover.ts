/** Carries the browser to another portal with what that portal's token is posted to, as a full page load. */
export function postHandover({ action, token }: { readonly action: string; readonly token: string }): void {
  // The other portal accepts the token only from the origin it was made for. With the page's own referrer policy the browser would send no
  // origin; this policy sends the origin without a path.
  const policy = document.createElement("meta");
  policy.name = "referrer";
  policy.content = "strict-origin";
  document.head.append(policy);
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "token";
  field.value = token;
  form.append(field);
  document.body.append(form);
  form.submit();
}
