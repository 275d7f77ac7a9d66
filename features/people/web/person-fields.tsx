import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { TextCursorInput } from "lucide-react";
import { personFieldsPath } from "#features/fields/sheet-contract.ts";
import { SheetForm } from "#features/fields/web/sheet-form.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { Banner } from "#ui/banner.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import type { Person } from "../person-contract.ts";
import { personFieldsQuery, useSavePersonFields, useTakenFields } from "./person-hooks.ts";
import { TabPart } from "./tab-part.tsx";
import { useHindranceWords } from "./use-hindrance-words.ts";

/** The custom fields of a person: what the one who asks may see and edit of them. */
export default function PersonFields({ person }: { person: Person }) {
  const { t } = useLingui();
  const words = useHindranceWords();
  const may = useMay();
  const query = useQuery(personFieldsQuery(person.userId));
  const save = useSavePersonFields(person.userId);
  const take = useTakenFields(person.userId);
  return (
    <TabPart query={query} waiting={t`Loading custom fields`} failed={t`The custom fields could not be loaded`}>
      {(sheet) =>
        sheet.fields.length === 0 ? (
          <EmptyState
            headingLevel={2}
            icon={TextCursorInput}
            title={t`No custom fields here`}
            message={t`What this portal keeps of people beyond name and email, and you may see, is shown here.`}
            action={
              <Link to="/portal/customUserFields">
                <Trans>Custom User Fields</Trans>
              </Link>
            }
          />
        ) : (
          <>
            {person.locked && <Banner tone="info" title={words[person.locked]} />}
            <SheetForm
              id="person-fields"
              title={t`Custom fields`}
              sheet={sheet}
              isLocked={person.locked !== null || !may("edit-people")}
              files={{ path: personFieldsPath(person.userId), onTaken: take }}
              onSave={(values) => save.mutateAsync(values)}
            />
          </>
        )
      }
    </TabPart>
  );
}
