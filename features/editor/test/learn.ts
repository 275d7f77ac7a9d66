import type { AttemptState } from "#features/progress/contract.ts";
import type { Content } from "#features/courses/content.ts";
import type { Rig } from "./editor.ts";

interface Launched {
  readonly course: { readonly versionNumber: number };
  readonly content: Content;
  readonly epoch: number;
  readonly state: AttemptState;
}

let clients = 0;

/** Somebody who takes a course through the server as the viewer does. */
export async function learn({ app }: Rig, courseId: number) {
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId, userId: person.id });
  const client = await app.signInAs(person, "a");
  const launch = async (): Promise<Launched> => {
    const answer = await client.post("/rest/progress/launch", { courseId });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  let opened = await launch();
  const clientId = `editor-tab-${++clients}`;
  let seq = 0;
  /** Stores facts; returns what the attempt is after them. */
  const store = async (...facts: object[]): Promise<AttemptState> => {
    const { attemptId } = opened.state;
    const answer = await client.post(`/rest/progress/attempts/${attemptId}/commits`, {
      clientId,
      epoch: opened.epoch,
      commits: facts.map((fact) => ({ seq: ++seq, fact })),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (answer.json() as { state: AttemptState }).state;
  };
  return {
    client,
    store,
    launch: async () => (opened = await launch()),
    view: (pageId: string) => store({ kind: "view", pageId }),
  };
}
