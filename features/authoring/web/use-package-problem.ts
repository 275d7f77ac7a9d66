import { useLingui } from "@lingui/react/macro";
import { uploadLimitBytes } from "#features/scorm/contract.ts";

/** Returns a function that says why a file cannot be a package, before a byte of it is sent; "" where it may be one. */
export function usePackageProblem() {
  const { t } = useLingui();
  return ({ name, size }: File): string => {
    if (!/\.zip$/i.test(name))
      return t`${name} is not a .zip file. Export the package from your authoring tool as a SCORM zip and choose that.`;
    if (size === 0) return t`${name} is empty. Export the package again.`;
    if (size > uploadLimitBytes)
      return t`${name} is larger than 2 GB. Make videos and images smaller, or split the course into several packages.`;
    return "";
  };
}
