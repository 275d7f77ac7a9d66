import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Manage Widgets. */
export const manageWidgetsArticle: Article = {
  group: "admins",
  title: msg`Manage widgets`,
  summary: msg`What stands on dashboards, for everybody or for some, and what people may change themselves.`,
  parts: [
    {
      heading: msg`One layout for everybody`,
      text: [
        msg`Change the layout for everybody: switch widgets on or off, and put them in the wide main column or the narrow side column. Drag them, use the buttons, or press Alt with the up or down arrow.`,
        msg`People arrange their own dashboard with the cog at the top. A locked widget stays where you put it, on or off. Reset gives them your layout again.`,
      ],
    },
    {
      heading: msg`Another one for some`,
      steps: [
        msg`Add a layout and give it a name that tells other admins what it is for.`,
        msg`Say whom it is for: a group, a role, a field, what they are enrolled in. How many people that is now is said at once.`,
        msg`Put the layouts in order. Each person has the first one whose condition they fit.`,
      ],
    },
    {
      heading: msg`See it as they do`,
      text: [
        msg`The eye shows a layout with the courses of somebody of its audience. Preview as a person shows what they really see. Nothing in a preview can be pressed, only people whom you look after are offered, and the audit log says that you looked.`,
      ],
    },
  ],
};
