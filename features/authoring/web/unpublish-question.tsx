import { Plural, Trans } from "@lingui/react/macro";

/** What taking a course out of the catalog does to the people who are enrolled, as the body of a confirmation. */
export function UnpublishQuestion({ title, enrolled }: { title: string; enrolled: number }) {
  return (
    <>
      <p>
        <Trans>
          Take “<bdi>{title}</bdi>” out of the catalog?
        </Trans>
      </p>
      <p>
        {enrolled === 0 ? (
          <Trans>Nobody is enrolled. You can publish it again at any time.</Trans>
        ) : (
          <Plural
            value={enrolled}
            one="Nobody new can start. The one person who has it keeps it and can complete it."
            other="Nobody new can start. The # people who have it keep it and can complete it."
          />
        )}
      </p>
    </>
  );
}
