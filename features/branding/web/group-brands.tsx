import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, PackageOpen, Pencil } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Link } from "#ui/link.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { Tag } from "#ui/tag.tsx";
import { groupBrandsQuery } from "./group-hooks.ts";

const addressOf = (groupId: number | string) => `/portal/logo?group=${groupId}`;

/** The looks of groups (ENV-3): those that there are, one more, and whom two of them concern. */
export default function GroupBrands() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [q, setQ] = useState("");
  const { data, isError } = useQuery(groupBrandsQuery(q));
  const between = data?.between ?? 0;
  return (
    <section className="card brand-part" aria-labelledby="brand-groups">
      <h2 id="brand-groups">
        <Trans>Brands of groups</Trans>
      </h2>
      <p className="muted">
        <Trans>
          The people of a group can have another logo and other colours. Sign-in, mail and certificates look the same for everybody. Who is
          in two groups that look different sees the portal's look.
        </Trans>
      </p>
      {isError && (
        <p className="ui-error" role="alert">
          <Trans>The groups could not be loaded. Reload the page to try again.</Trans>
        </p>
      )}
      {between > 0 && (
        <p role="status">
          {t`${plural(between, {
            one: "# person is in groups that look different, and sees the portal's look.",
            other: "# people are in groups that look different, and see the portal's look.",
          })}`}
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ul className="brand-versions">
          {data.rows.map(({ id, name, isArchived, isPublished, isDrafted }) => (
            <li key={id}>
              <Link to={addressOf(id)}>
                <bdi>{name}</bdi>
              </Link>
              <span className="row">
                {isArchived && <Tag icon={PackageOpen}>{t`Archived`}</Tag>}
                {isPublished && <Tag icon={CircleCheck} tone={isArchived ? "neutral" : "success"}>{t`Published`}</Tag>}
                {isDrafted && <Tag icon={Pencil} tone="info">{t`Draft`}</Tag>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <SearchComboBox
        label={t`Choose a group`}
        description={t`Opens its brand.`}
        value={null}
        options={data?.found.map(({ id, name }) => ({ id: String(id), label: name })) ?? []}
        onSearch={setQ}
        onChange={(chosen) => chosen && void navigate(addressOf(chosen.id))}
      />
    </section>
  );
}
