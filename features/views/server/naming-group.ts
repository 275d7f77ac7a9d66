import { sql } from "kysely";

/**
 * A select of the views whose condition names a group, as kind, id, name and `to`: shared views by their name, with their list; of one's own views only who
 * keeps them. The query is compared as its address has it, with the signs of JSON decoded.
 */
export const viewsNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select distinct case when v.is_shared then 'view' else 'own-view' end as kind, case when v.is_shared then v.id else u.id end as id,
    case when v.is_shared then v.name else coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) end as name,
    case when v.is_shared then '/users/find?' || v.query else '/users/details/' || u.id end as "to"
  from list_views v join users u on u.id = v.owner_id
  where v.portal_id = ${portalId} and v.list = 'people' and v.deleted_at is null
    and replace(replace(replace(replace(replace(regexp_replace(lower(v.query), '[+]|%20', '', 'g'), '%22', '"'), '%2c', ','), '%3a', ':'), '%5b', '['), '%5d', ']')
      ~ ('(^|&)condition=[^&]*"groupids":\\[([0-9]+,)*' || ${groupId}::bigint || '(,[0-9]+)*\\]')`;
