import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

// An authenticator in memory: what a browser and a device make of the server's options, as WebAuthn says (attestation "none", ES256).

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const url = (data: Buffer) => data.toString("base64url");
const bytes32 = (data: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(data, "base64url")]);

interface Signed {
  readonly challenge: string;
  readonly origin: string;
}

/** A passkey of a host. `uses` is the count that it reports. */
export function softPasskey(host: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE: key type EC2, algorithm ES256, curve P-256, x, y.
  const cose = Buffer.concat([Buffer.from("a5010203262001", "hex"), Buffer.from([0x21]), bytes32(x), Buffer.from([0x22]), bytes32(y)]);
  const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 };
  const counted = (uses: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return count;
  };
  const clientData = (type: string, { challenge, origin }: Signed) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: object) =>
    JSON.stringify({ id: url(id), rawId: url(id), type: "public-key", clientExtensionResults: {}, response });
  return {
    id: url(id),
    /** The answer to an offer to make a passkey. */
    made(of: Signed): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        sha256(host),
        Buffer.from([flags.present | flags.verified | flags.hasKey]),
        counted(0),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return answer({
        clientDataJSON: url(clientData("webauthn.create", of)),
        attestationObject: url(attestation),
        transports: ["internal"],
      });
    },
    /** The answer to a request to prove it. */
    proven(of: Signed, { uses = 0, isVerified = true }: { uses?: number; isVerified?: boolean } = {}): string {
      const data = Buffer.concat([sha256(host), Buffer.from([flags.present | (isVerified ? flags.verified : 0)]), counted(uses)]);
      const client = clientData("webauthn.get", of);
      return answer({
        clientDataJSON: url(client),
        authenticatorData: url(data),
        signature: url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: url(randomBytes(8)),
      });
    },
  };
}
