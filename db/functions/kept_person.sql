-- Into whom somebody was merged in this portal, through several merges; null for anybody else.
create function kept_person(in_portal bigint, in_user bigint) returns bigint language sql stable as $$
  with recursive way (id, step) as (
    select kept_id, 1 from merges where portal_id = in_portal and gone_id = in_user and done_at is not null and undone_at is null
    union all
    select m.kept_id, way.step + 1 from way join merges m on m.portal_id = in_portal and m.gone_id = way.id and m.done_at is not null and m.undone_at is null
    where way.step < 20)
  select id from way order by step desc limit 1
$$;
grant execute on function kept_person to stoa_app, stoa_people, stoa_system;
