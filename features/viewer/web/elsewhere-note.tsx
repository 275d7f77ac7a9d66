import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";

/** Shown on opening when another device had this course open until now. */
export default function ElsewhereNote() {
  const { t } = useLingui();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <Banner role="status" onDismiss={() => setShown(false)}>
      {t`You had this course open on another device. It goes on here, and the other device stops recording.`}
    </Banner>
  );
}
