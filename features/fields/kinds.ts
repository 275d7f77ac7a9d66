import { country } from "./country/country.ts";
import { dateTime } from "./date_time/date-time.ts";
import { date } from "./date/date.ts";
import type { KindName } from "./definition.ts";
import { email } from "./email/email.ts";
import type { FieldKind } from "./field-kind.ts";
import { file } from "./file/file.ts";
import { longText } from "./long_text/long-text.ts";
import { multi } from "./multi/multi.ts";
import { number } from "./number/number.ts";
import { person } from "./person/person.ts";
import { phone } from "./phone/phone.ts";
import { single } from "./single/single.ts";
import { text } from "./text/text.ts";
import { tree } from "./tree/tree.ts";
import { url } from "./url/url.ts";
import { yesNo } from "./yes_no/yes-no.ts";

/** The rules of every kind of field: shape, checks, cells of imports and exports, how it is stored and compared. The browser's part is web/kind-inputs.tsx. */
export const fieldKinds: Readonly<Record<KindName, FieldKind>> = {
  text,
  long_text: longText,
  number,
  date,
  date_time: dateTime,
  yes_no: yesNo,
  single,
  multi,
  tree,
  country,
  phone,
  email,
  url,
  file,
  person,
};
