-- A text without differences between capital and small letters, with and without accents, whatever the locale of the database is: what people are searched and
-- compared by. platform/folded.ts is the same in TypeScript, and a test compares both. Words of ASCII alone, which most are, take the short way.
create or replace function folded(value text) returns text
language sql immutable parallel safe as $$
  select case when value ~ '^[\u0001-\u007f]*$' then lower(value collate "C")
    else translate(
      replace(replace(replace(replace(replace(replace(replace(replace(
        regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g'),
        'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZØøĐđÐðĦħŁłŦŧŊŋıƏəΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩЂЄІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐґ',
      'abcdefghijklmnopqrstuvwxyzooddddhhllttnnieeαβγδεζηθικλμνξοπρσστυφχψωђєіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґґ') end
$$;
