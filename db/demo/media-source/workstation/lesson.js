// A lesson of several steps, one at a time: it keeps the step as the bookmark and the seen steps as suspend data, and is complete
// once every step was seen.
(() => {
  "use strict";
  const { read, report } = window.course;

  const steps = [...document.querySelectorAll("section")];
  const back = document.querySelector("#back");
  const next = document.querySelector("#next");
  const place = document.querySelector("#place");
  const seen = new Set(
    read("cmi.suspend_data")
      .split(",")
      .filter((id) => steps.some((step) => step.id === id)),
  );
  let at = Math.max(
    0,
    steps.findIndex(({ id }) => id === read("cmi.location")),
  );

  function show(index, { moved = true } = {}) {
    at = index;
    const step = steps[at];
    for (const each of steps) each.hidden = each !== step;
    const isLast = at === steps.length - 1;
    back.disabled = at === 0;
    next.disabled = isLast;
    place.textContent = isLast
      ? `Step ${at + 1} of ${steps.length}. That was the last one: go on in the course outline.`
      : `Step ${at + 1} of ${steps.length}`;
    seen.add(step.id);
    report({
      "cmi.location": step.id,
      "cmi.suspend_data": [...seen].join(","),
      "cmi.progress_measure": seen.size / steps.length,
      "cmi.completion_status": seen.size === steps.length ? "completed" : "incomplete",
      "cmi.exit": "suspend",
    });
    if (!moved) return;
    // Whoever listens or uses the keyboard starts at the top of the new step.
    scrollTo(0, 0);
    step.querySelector("h2").focus();
  }

  back.addEventListener("click", () => show(at - 1));
  next.addEventListener("click", () => show(at + 1));
  show(at, { moved: false });
})();
