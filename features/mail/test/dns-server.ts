import { createSocket } from "node:dgram";
import { decode, encode, type Answer, type Packet } from "dns-packet";

/** What a name has: its TXT records as one text or as the strings it is split into, its addresses, and its mail servers. */
export interface Zone {
  readonly txt?: readonly (string | readonly string[])[];
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly mx?: readonly string[];
  /** The name in whose place it stands. */
  readonly cname?: string;
  /** In place of an answer: that something is wrong, or nothing at all. */
  readonly fails?: "SERVFAIL" | "REFUSED" | "silent";
}

export interface DnsServer {
  /** What DNS_SERVERS takes. */
  readonly address: string;
  /** Every question, as kind and name. */
  readonly asked: string[];
  /** What its names have; a name that is not here does not exist. */
  readonly zones: Map<string, Zone>;
  close(): Promise<void>;
}

const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** A real name server on UDP. */
export async function startDnsServer(zones: Readonly<Record<string, Zone>> = {}): Promise<DnsServer> {
  const known = new Map(Object.entries(zones));
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    asked.push(`${question.type} ${name}`);
    const zone = known.get(name);
    if (zone?.fails === "silent") return;
    const rcode = zone?.fails ?? (zone ? "NOERROR" : "NXDOMAIN");
    const reply: Packet = { type: "response", id: id ?? 0, flags: 0x8180 | codes[rcode], questions, answers: [] };
    reply.answers?.push(...(zone ? answersOf(question.name, question.type, zone) : []));
    socket.send(encode(reply), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    zones: known,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function answersOf(name: string, type: string, { txt = [], a = [], aaaa = [], mx = [], cname }: Zone): Answer[] {
  const of = { name, ttl: 1 };
  if (type === "CNAME") return cname === undefined ? [] : [{ ...of, type: "CNAME" as const, data: cname }];
  if (type === "TXT") return txt.map((text) => ({ ...of, type: "TXT" as const, data: typeof text === "string" ? text : [...text] }));
  if (type === "A") return a.map((data) => ({ ...of, type: "A" as const, data }));
  if (type === "AAAA") return aaaa.map((data) => ({ ...of, type: "AAAA" as const, data }));
  if (type === "MX") return mx.map((exchange, nth) => ({ ...of, type: "MX" as const, data: { preference: nth, exchange } }));
  return [];
}
