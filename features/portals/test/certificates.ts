import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { KeyObject } from "node:crypto";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

/** A web server of this machine with a certificate of its own. */
export interface SecureServer {
  readonly port: number;
  /** When its certificate ends. */
  readonly until: Date;
  close(): Promise<void>;
}

/** An authority that nobody knows, as PEM, and https servers on 127.0.0.1 with its certificates. */
export async function certificateAuthority() {
  const keys = await makeKeys();
  const own = await X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=Authority of a test",
    notBefore: inDays(-400),
    notAfter: inDays(400),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
  });
  let serial = 1;
  return {
    pem: own.toString("pem"),
    /** Starts a server whose certificate is for `name`, an address of this machine unless given, and ends in `days` days. */
    async start(answer: RequestListener, { name = "127.0.0.1", days }: { name?: string; days: number }): Promise<SecureServer> {
      serial += 1;
      const { privateKey, publicKey } = await makeKeys();
      const certificate = await X509CertificateGenerator.create({
        serialNumber: serial.toString(16).padStart(2, "0"),
        subject: "CN=Server of a test",
        issuer: own.subject,
        notBefore: inDays(-300),
        notAfter: inDays(days),
        signingAlgorithm: algorithm,
        publicKey,
        signingKey: keys.privateKey,
        extensions: [new SubjectAlternativeNameExtension([{ type: /^[\d.]+$/.test(name) ? "ip" : "dns", value: name }])],
      });
      const key = KeyObject.from(privateKey).export({ type: "pkcs8", format: "pem" });
      const server = createServer({ cert: certificate.toString("pem"), key }, answer);
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return {
        port: (server.address() as AddressInfo).port,
        until: certificate.notAfter,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      };
    },
  };
}
