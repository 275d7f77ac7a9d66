import { useEffect, useRef, useState } from "react";
import { SearchField } from "#ui/search-field.tsx";

const waitMs = 250;

type LateSearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A search box that tells its value a moment after the last key, or at once on Enter and when it is cleared. */
export function LateSearchField({ label, value, onChange }: LateSearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed for another reason (Back, "Clear filters"): show that.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(next: string) {
    clearTimeout(timer.current);
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  }
  function change(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    if (next === "") tell(next);
    else timer.current = setTimeout(() => tell(next), waitMs);
  }
  return <SearchField label={label} value={typed} onChange={(next) => change(next.slice(0, 200))} onSubmit={tell} />;
}
