import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { Result } from "#platform/contract.ts";
import { judgePassword } from "../contract.ts";
import { sendForm } from "./hooks.ts";
import "./password-strength.css";

/** So long nobody types before it is asked how strong the password is. */
const pauseMs = 400;
const parts = [1, 2, 3] as const;

/**
 * How strong a password is that somebody types, in words and as a bar, as the server will judge it when it is sent (docs/architecture.md). Says nothing while it is too short, and
 * where the server does not answer: it judges again in any case.
 */
export function PasswordStrength({ password, minLength }: { password: string; minLength: number }) {
  const { t } = useLingui();
  const [judged, setJudged] = useState<({ password: string } & Result<typeof judgePassword>) | null>(null);
  const isAsked = [...password].length >= Math.max(minLength, 1);
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const soon = setTimeout(() => {
      sendForm(judgePassword, { password }).then(
        (answer) => isCurrent && setJudged({ password, ...answer }),
        () => isCurrent && setJudged(null),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(soon);
    };
  }, [password, isAsked]);
  const known = isAsked && judged?.password === password && judged.strength !== "short" ? judged : null;
  const words = { short: "", weak: t`Weak password`, good: t`Good password`, strong: t`Strong password` };
  const full = { short: 0, weak: 1, good: 2, strong: 3 }[known?.strength ?? "short"];
  return (
    // Always there, so that screen readers hear what comes into it.
    <div className="password-strength" role="status">
      {known && (
        <>
          <strong>{words[known.strength]}</strong>
          <span className="password-strength-bar" aria-hidden="true">
            {parts.map((nth) => (
              <span key={nth} data-full={nth <= full ? "" : undefined} />
            ))}
          </span>
          {known.problem && <p>{known.problem}</p>}
        </>
      )}
    </div>
  );
}
