-- The courses of a portal that wait for a review: few, and their authors' dashboards look for them (capabilities.md DASH-1).
create index courses_in_review on courses (portal_id) where review = 'asked';
