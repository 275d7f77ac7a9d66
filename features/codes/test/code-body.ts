/** What is sent to make a code that gives nothing in particular; tests say what matters to them. */
export const aCodeBody = (more: object = {}) => ({
  label: "Welcome week",
  effects: {},
  seats: null,
  perPerson: 1,
  opensAt: null,
  closesAt: null,
  timeZone: "Europe/Berlin",
  domains: [],
  fieldIds: [],
  admitsNew: true,
  isDraft: false,
  batch: null,
  ...more,
});
