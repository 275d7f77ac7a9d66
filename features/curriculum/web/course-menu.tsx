import { useLingui } from "@lingui/react/macro";
import { ClipboardCheck, Copy, Ellipsis, PencilLine, UserPlus, Users } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { editorPath } from "#features/authoring/web/use-course-columns.tsx";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/menu.tsx";
import type { CurriculumRow } from "../contract.ts";
import { reviewPath } from "./asked-by.tsx";

type Props = { course: CurriculumRow; mayChange: boolean; onEnrol: () => void; onCopy: () => void };

/** What one can do with a course of the list: answer whoever asks for its approval, edit it, see who is in it, enrol people, copy it. */
export default function CourseMenu({ course, mayChange, onEnrol, onCopy }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const isAuthor = useSignedIn()?.User.IsAuthor;
  const { id, title, type, status, asked } = course;
  const hasPeople = status !== "draft";
  const items = [
    ...(asked ? [{ id: "approve", label: t`Approve or give back`, icon: ClipboardCheck, to: reviewPath(id) }] : []),
    ...(mayChange && isAuthor && may("see-courses") && type !== "classroom"
      ? [{ id: "edit", label: t`Edit`, icon: PencilLine, to: editorPath(id) }]
      : []),
    ...(may("see-people") && hasPeople
      ? [{ id: "participants", label: t`Participants`, icon: Users, to: `/users/participants?course=${id}` }]
      : []),
    ...(may("enrol-people") && status === "published" ? [{ id: "enrol", label: t`Enrol people`, icon: UserPlus, onAction: onEnrol }] : []),
    ...(mayChange ? [{ id: "copy", label: t`Make a copy`, icon: Copy, onAction: onCopy }] : []),
  ];
  return (
    items.length > 0 && (
      <Menu
        label={t`Actions for ${title}`}
        items={items}
        trigger={
          <Button className="ui-button" data-variant="quiet" data-size="s" data-icon-only aria-label={t`Actions for ${title}`}>
            <Icon of={Ellipsis} />
          </Button>
        }
      />
    )
  );
}
