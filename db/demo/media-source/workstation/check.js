// Three questions with one right answer each. Two right ones pass; whoever has fewer may answer again. The answers are kept as suspend data.
(() => {
  "use strict";
  const { read, report } = window.course;

  const PASSING = 2;
  const questions = [...document.querySelectorAll("fieldset")].map((box) => ({
    id: box.id,
    right: box.dataset.right,
    why: box.dataset.why,
    options: [...box.querySelectorAll("input")],
    note: box.querySelector(".note"),
  }));
  const result = document.querySelector("#result");
  const submit = document.querySelector("#submit");
  const again = document.querySelector("#again");

  const chosen = ({ options }) => options.find(({ checked }) => checked)?.value ?? "";

  function mark() {
    const score = questions.filter((question) => chosen(question) === question.right).length;
    const passed = score >= PASSING;
    for (const question of questions) {
      const isRight = chosen(question) === question.right;
      question.note.textContent = `${isRight ? "Right." : "Not quite."} ${question.why}`;
      question.note.className = isRight ? "note right" : "note wrong";
      for (const option of question.options) option.disabled = true;
    }
    result.textContent = `${score} of ${questions.length} right. ${passed ? "You have passed." : "Two right answers pass: read the notes and answer again."}`;
    submit.hidden = true;
    again.hidden = passed;
    return { score, passed };
  }

  function clear() {
    for (const { note, options } of questions) {
      note.textContent = "";
      note.className = "note";
      for (const option of options) {
        option.disabled = false;
        option.checked = false;
      }
    }
    result.textContent = "";
    submit.hidden = false;
    again.hidden = true;
  }

  submit.addEventListener("click", () => {
    const open = questions.find((question) => chosen(question) === "");
    if (open) {
      result.textContent = "Answer every question first.";
      open.options[0].focus();
      return;
    }
    const { score, passed } = mark();
    const already = Number(read("cmi.interactions._count")) || 0;
    const answers = questions.map((question, i) => {
      const name = `cmi.interactions.${already + i}`;
      return {
        [`${name}.id`]: question.id,
        [`${name}.type`]: "choice",
        [`${name}.correct_responses.0.pattern`]: question.right,
        [`${name}.learner_response`]: chosen(question),
        [`${name}.result`]: chosen(question) === question.right ? "correct" : "incorrect",
      };
    });
    report({
      ...Object.assign({}, ...answers),
      "cmi.suspend_data": JSON.stringify(questions.map(chosen)),
      "cmi.score.min": 0,
      "cmi.score.max": questions.length,
      "cmi.score.raw": score,
      "cmi.score.scaled": Math.round((score / questions.length) * 100) / 100,
      "cmi.success_status": passed ? "passed" : "failed",
      "cmi.completion_status": passed ? "completed" : "incomplete",
      "cmi.exit": "suspend",
    });
    result.focus();
  });

  again.addEventListener("click", () => {
    clear();
    questions[0].options[0].focus();
  });

  const kept = read("cmi.suspend_data");
  if (kept) {
    for (const [i, value] of JSON.parse(kept).entries())
      for (const option of questions[i]?.options ?? []) option.checked = option.value === value;
    mark();
  } else report({ "cmi.completion_status": "incomplete", "cmi.exit": "suspend" });
})();
