/** Short sheets to print, converted to PDF. The HTML is the project's own and contains no user input. */
export const handouts: Readonly<Record<string, { title: string; html: string }>> = {
  "fire-walk-checklist.pdf": {
    title: "Fire walk checklist",
    html: `<p>Walk your floor once a month. Tick each line, note what is wrong, and report it the same day.</p>
<ul><li>Escape routes are clear for their full width.</li><li>Fire doors close by themselves and are not wedged open.</li><li>Exit signs are lit and can be seen from every desk.</li><li>Extinguishers are in place, sealed and in date.</li><li>The assembly point is known to the newest colleague.</li></ul><p>Floor: ____________________ Date: ______________ Name: ____________________</p>`,
  },
  "incident-first-hour.pdf": {
    title: "Personal data incident: the first hour",
    html: `<p>Do not investigate alone and do not delete anything.</p><ol><li>Stop what is still going on: recall the message, lock the account, collect the papers.</li><li>Write down what happened, when, and whose data it concerns.</li><li>Call the data protection contact. The clock for the authority runs for 72 hours.</li><li>Keep the evidence: message headers, times, screen pictures.</li></ol><p>Time noticed: __________ Noticed by: ____________________</p>`,
  },
  "lifting-plan.pdf": {
    title: "Lifting plan in six questions",
    html: `<ol><li>Can the load stay where it is, or be moved by a machine?</li><li>How heavy is it, and where is its heavy side?</li><li>Where does it go, and is the way free?</li><li>Is there a good hold, or do you need gloves?</li><li>How often, how high, how far?</li><li>Who helps when it is too much?</li></ol>`,
  },
};
