-- The picture of a category, which the catalog shows (CAT-7). One that is replaced or taken away is removed by the task that removes files which nothing names.
alter table categories
  add column picture_file_id bigint,
  add foreign key (portal_id, picture_file_id) references files;
create index categories_picture on categories (portal_id, picture_file_id) where picture_file_id is not null;
-- Named for as long as the category can be brought back.
alter table category_removals add column picture_file_id bigint;
