import { Trans, useLingui } from "@lingui/react/macro";
import { BookOpen, Search, UserRound, X } from "lucide-react";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Environment } from "#features/portal/contract.ts";
import { mayOpen } from "#features/portal/policy.ts";
import type { Result } from "#platform/contract.ts";
import { AriaLinks } from "#ui/aria-links.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { longestSearch, type searchAll } from "../contract.ts";
import { useFound } from "./hooks.ts";
import { eachOnce, placesWith, type Place } from "./places.ts";
import type { StaffPlaces } from "./staff-places.tsx";
import { usePlaces } from "./use-places.ts";
import "#ui/button.css";
import "#ui/dialog.css";
import "#ui/field.css";
import "#ui/list-box.css";
import "./palette.css";

interface PaletteProps {
  readonly environment: Environment;
  readonly onClose: () => void;
  readonly onSwitchPortal: () => void;
}
interface Group {
  readonly id: string;
  readonly title: string;
  readonly places: readonly Place[];
}
type Found = Result<typeof searchAll>;

const StaffPlacesPart = lazyPart(() => import("./staff-places.tsx"));
const noStaffPlaces: StaffPlaces = { actions: [], tabs: [] };
/** The most screens and actions that a text finds, so that people and courses are seen too. */
const mostPlaces = 8;

/** Screens, actions, people and courses by their names, from anywhere: what is typed narrows them down, the arrows choose, Enter goes there. */
export default function Palette({ environment, onClose, onSwitchPortal }: PaletteProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [staff, setStaff] = useState(noStaffPlaces);
  const { data, isOld, isSearching, hasFailed, searchAgain } = useFound(text);
  const found = useFoundGroups(environment, data);
  // Of what was found for fewer letters only what still fits: Enter may come before the answer.
  const fitting = isOld ? found.map((group) => ({ ...group, places: placesWith(group.places, text) })) : found;
  const groups = [...usePlaceGroups({ environment, onSwitchPortal, text, staff }), ...fitting];
  const shown = groups.filter(({ places }) => places.length > 0);
  return (
    <AriaLinks>
      <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable className="ui-backdrop palette-backdrop">
        <Modal className="ui-modal palette">
          <Dialog className="ui-dialog palette-dialog" aria-label={t`Quick search`}>
            {mayOpen(["Author", "Manager", "Admin"], environment.User) && <StaffPlacesPart onKnown={setStaff} />}
            <Autocomplete inputValue={text} onInputChange={setText}>
              <div className="palette-head">
                <TextField aria-label={t`Search for screens, people and courses`} autoFocus className="ui-field ui-field-search">
                  <div className="ui-input-wrap">
                    <span className="ui-input-icon">
                      <Icon of={Search} />
                    </span>
                    <Input
                      className="ui-input"
                      maxLength={longestSearch}
                      placeholder={t`Search for screens, people and courses`}
                      // The library goes on naming the entry that was chosen last.
                      aria-activedescendant={shown.length === 0 ? "" : undefined}
                    />
                  </div>
                </TextField>
                <AriaButton className="ui-button" data-variant="quiet" data-icon-only aria-label={t`Close`} onPress={onClose}>
                  <Icon of={X} />
                </AriaButton>
              </div>
              <Menu aria-label={t`Results`} className="ui-list palette-list" onAction={onClose} aria-busy={isSearching || undefined}>
                {shown.map(({ id, title, places }) => (
                  <MenuSection key={id} id={id} className="ui-list-section">
                    <Header className="ui-list-head">{title}</Header>
                    {places.map((place) => (
                      <PlaceItem key={place.id} place={place} />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </Autocomplete>
            <div className="palette-foot">
              <p role="status" className="muted small">
                {isSearching ? <Trans>Searching…</Trans> : shown.length === 0 && !hasFailed ? <Trans>Nothing is called that.</Trans> : null}
              </p>
              {hasFailed && (
                <>
                  <p className="ui-error" role="alert">
                    <Trans>People and courses could not be searched.</Trans>
                  </p>
                  <Button size="s" onPress={searchAgain}>
                    <Trans>Try again</Trans>
                  </Button>
                </>
              )}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLinks>
  );
}

function PlaceItem({ place: { id, label, note, icon, to, onAction } }: { place: Place }) {
  return (
    <MenuItem id={id} textValue={label} href={to} onAction={onAction} className="ui-option">
      <Icon of={icon} />
      <span className="ui-option-text">
        <bdi>{label}</bdi>
        {note && (
          <span className="ui-option-note">
            <bdi>{note}</bdi>
          </span>
        )}
      </span>
    </MenuItem>
  );
}

type Places = Pick<PaletteProps, "environment" | "onSwitchPortal"> & { readonly text: string; readonly staff: StaffPlaces };

/** Screens and actions: without a text those of the current role, with one whatever has its words. */
function usePlaceGroups({ environment, onSwitchPortal, text, staff }: Places): Group[] {
  const { t } = useLingui();
  const { here, actions, account, elsewhere } = usePlaces(environment, onSwitchPortal);
  const isEmpty = text.trim() === "";
  const screens = eachOnce([...here, ...(isEmpty ? [] : [...staff.tabs, ...elsewhere])]);
  const found = (places: readonly Place[]) => (isEmpty ? places : placesWith(places, text).slice(0, mostPlaces));
  return [
    { id: "screens", title: t`Go to`, places: found(screens) },
    { id: "actions", title: t`Actions`, places: found(eachOnce([...actions, ...staff.actions])) },
    { id: "account", title: t`Account`, places: found(account) },
  ];
}

/** What the server found, each with the address that is right for the role that the person is in. */
function useFoundGroups({ User }: Environment, found: Found | undefined): Group[] {
  const { t } = useLingui();
  const words = useCourseWords();
  const personPath = (id: number) => (mayOpen(["Manager", "Admin"], User) ? `/users/details/${id}` : `/admin/userDetails/${id}`);
  const coursePath = (course: Found["courses"][number]) =>
    course.edits && (User.CurrentRole.Name === "Author" || !course.isThere) ? `/author/courseEditor/${course.id}` : detailsPath(course);
  const people = (found?.people ?? []).map(({ id, name, email }): Place => ({
    id: `person ${id}`,
    label: name,
    note: name === email ? undefined : email,
    icon: UserRound,
    to: personPath(id),
  }));
  const courses = (found?.courses ?? []).map((course): Place => ({
    id: `course ${course.id}`,
    label: course.title,
    note: words.type(course.type),
    icon: BookOpen,
    to: coursePath(course),
  }));
  return [
    { id: "people", title: t`People`, places: people },
    { id: "courses", title: t`Courses`, places: courses },
  ];
}
