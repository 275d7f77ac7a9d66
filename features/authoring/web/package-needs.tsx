import { useLingui } from "@lingui/react/macro";
import type { Needs } from "#features/scorm/contract.ts";

/** What a package needs of the place it plays in, in words. */
export function PackageNeeds({ needs }: { needs: Needs }) {
  const { t } = useLingui();
  const hosts = needs.hosts?.join(", ") ?? "";
  const words = [
    ...(needs.window ? [t`A window of its own`] : []),
    ...(needs.frames ? [t`Frames that steer one another`] : []),
    ...(needs.storage ? [t`Storage in the browser`] : []),
    ...(needs.flash ? [t`Flash, which no browser plays any more`] : []),
    ...(hosts === "" ? [] : [t`Other places on the internet: ${hosts}`]),
  ];
  if (words.length === 0) return t`Nothing special`;
  return (
    <ul className="editor-needs">
      {words.map((one) => (
        <li key={one}>
          <bdi>{one}</bdi>
        </li>
      ))}
    </ul>
  );
}
