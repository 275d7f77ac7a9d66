type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

const isFields = (value: Json | undefined): value is Fields => value !== null && typeof value === "object" && !Array.isArray(value);

/** What differs from a fresh state. The whole state of a large course would be hundreds of kilobytes; the difference only covers visited activities. */
export function difference(fresh: Json, now: Json): Json | undefined {
  if (!isFields(fresh) || !isFields(now)) return JSON.stringify(fresh) === JSON.stringify(now) ? undefined : now;
  const changed: Fields = {};
  for (const [key, value] of Object.entries(now)) {
    const found = key in fresh ? difference(fresh[key] as Json, value) : value;
    if (found !== undefined && key !== "timestamp" && key !== "lastUpdated") changed[key] = found;
  }
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** Restores the state from a fresh one and the difference. */
export function patched(fresh: Json, change: Json | undefined): Json {
  if (change === undefined) return fresh;
  if (!isFields(fresh) || !isFields(change)) return change;
  const result: Fields = { ...fresh };
  for (const [key, value] of Object.entries(change))
    if (key !== "__proto__") result[key] = key in fresh ? patched(fresh[key] as Json, value) : value;
  return result;
}

/**
 * The state of an interrupted visit, as if the learner had suspended it: the open activity becomes the suspended one, so that it can be resumed.
 */
export function suspended(state: Json): Json {
  if (!isFields(state) || !isFields(state["sequencing"])) return state;
  const sequencing = state["sequencing"];
  const activities = sequencing["activityStates"];
  const current = sequencing["currentActivity"];
  if (typeof current !== "string" || !isFields(activities)) return state;
  const states: Fields = {};
  for (const [id, activity] of Object.entries(activities))
    states[id] = isFields(activity) && activity["isActive"] === true ? { ...activity, isActive: false, isSuspended: true } : activity;
  const own = states[current];
  const wasRunning = isFields(own) && own["isSuspended"] === true;
  if (!wasRunning) return state;
  return {
    ...state,
    currentActivityId: null,
    sequencing: { ...sequencing, currentActivity: null, suspendedActivity: current, activityStates: states },
  };
}
