import { namespaceNameSchema } from '@assay/contracts';
import { type Clock, type Failure, fail, isoTime, ok, type Result } from '@assay/kernel';
import { type DomainKey, parseDomainKey, signedBy } from './domain-key.js';
import { type UsedProofs, UsedProofsInMemory } from './used-proofs.js';

/** The records that a domain publishes. */
export interface DomainRecords {
  /** Every TXT record of the domain, each joined to one text; empty when it has none. */
  txt(domain: string): Promise<Result<string[], Failure>>;
  /** The text at `https://<domain>/.well-known/mcp-registry-auth`; empty when there is none. */
  wellKnown(domain: string): Promise<Result<string, Failure>>;
}

export type ProofMethod = 'dns' | 'http';

export interface DomainProof {
  /** `example.com`. */
  readonly domain: string;
  /** RFC 3339. */
  readonly timestamp: string;
  /** Signature over the text of the timestamp, in hexadecimal. */
  readonly signedTimestamp: string;
}

export interface ProvenDomain {
  readonly domain: string;
  /** The namespaces the proof covers: `com.example`, and by DNS also `com.example.*`. */
  readonly namespaces: string[];
}

export interface ProveDomainPorts {
  readonly records: DomainRecords;
  readonly clock: Clock;
  readonly used?: UsedProofs;
}

/** Maximum difference between a signed timestamp and now, in either direction. */
export const proofWindowMs = 15_000;
/** Keys of one domain that are tried. */
const keysTried = 32;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;
const domainName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Proof that the caller controls a domain: a current timestamp, signed with a key that the domain publishes. Each
 * timestamp is accepted once per domain, so that an intercepted proof cannot be replayed.
 */
export class ProveDomain {
  readonly #records: DomainRecords;
  readonly #clock: Clock;
  readonly #used: UsedProofs;

  /** Used timestamps are remembered by this process alone, or by `used` for all replicas. */
  constructor({ records, clock, used = new UsedProofsInMemory() }: ProveDomainPorts) {
    this.#records = records;
    this.#clock = clock;
    this.#used = used;
  }

  async run(method: ProofMethod, proof: DomainProof): Promise<Result<ProvenDomain, Failure>> {
    const domain = proof.domain.toLowerCase();
    const namespace = namespaceOfDomain(domain);
    if (namespace === undefined) return invalid('domain', 'must be the name of a domain, such as example.com');
    const at = this.#instantOf(proof.timestamp);
    if (!at.ok) return at;
    if (!/^(?:[0-9a-f]{2}){64,120}$/i.test(proof.signedTimestamp)) {
      return invalid('signedTimestamp', 'must be the signature over the timestamp, in hexadecimal');
    }
    const keys = await this.#keysOf(method, domain);
    if (!keys.ok) return keys;
    const signature = Buffer.from(proof.signedTimestamp, 'hex');
    if (!keys.value.some((key) => signedBy(key, proof.timestamp, signature))) {
      return fail(
        'forbidden',
        `None of the ${keys.value.length} keys that ${domain} publishes has signed this timestamp: sign its text with the private key of one of them.`,
      );
    }
    // A timestamp from the future stays valid for twice the window.
    const now = this.#clock.now();
    if (!(await this.#used.take(domain, at.value, now + 2 * proofWindowMs, now))) {
      return fail('conflict', `This timestamp was used for ${domain} before: sign the current time again.`);
    }
    return ok({ domain, namespaces: method === 'dns' ? [namespace, `${namespace}.*`] : [namespace] });
  }

  #instantOf(timestamp: string): Result<number, Failure> {
    const at = rfc3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
    if (Number.isNaN(at)) return invalid('timestamp', 'must be a time of RFC 3339, such as 2026-01-31T12:00:00Z');
    const now = this.#clock.now();
    if (Math.abs(now - at) <= proofWindowMs) return ok(at);
    const seconds = proofWindowMs / 1_000;
    return invalid('timestamp', `must lie within ${seconds} seconds of the server's time, which is ${isoTime(now)}`);
  }

  async #keysOf(method: ProofMethod, domain: string): Promise<Result<DomainKey[], Failure>> {
    const read = await (method === 'dns' ? this.#records.txt(domain) : this.#records.wellKnown(domain));
    if (!read.ok) return read;
    const texts = typeof read.value === 'string' ? read.value.split(/\r?\n/) : read.value;
    const keys = texts.flatMap((text) => parseDomainKey(text) ?? []).slice(0, keysTried);
    if (keys.length > 0) return ok(keys);
    const place = method === 'dns' ? `a TXT record of ${domain}` : wellKnownAddress(domain);
    return fail(
      'forbidden',
      `${domain} publishes no key: put "v=MCPv1; k=ed25519; p=<public key, base64>" into ${place}.`,
    );
  }
}

export const wellKnownAddress = (domain: string): string => `https://${domain}/.well-known/mcp-registry-auth`;

/** `example.com` → `com.example`; undefined for an invalid domain, or one too long for a namespace. */
export function namespaceOfDomain(domain: string): string | undefined {
  const reversed = domain.split('.').reverse().join('.');
  return domainName.test(domain) && namespaceNameSchema.safeParse(reversed).success ? reversed : undefined;
}

/** `com.example` → `example.com`. */
export const domainOfNamespace = (namespace: string): string => namespace.split('.').reverse().join('.');

/** Whether a proof's namespaces (`com.example`, `com.example.*`) cover this one. */
export const holdsNamespace = (proven: readonly string[], namespace: string): boolean =>
  proven.some((it) => (it.endsWith('.*') ? namespace.startsWith(it.slice(0, -1)) : it === namespace));

const invalid = (field: keyof DomainProof, message: string) =>
  fail('invalid_request', `${field} ${message}.`, { issues: [{ path: `/${field}`, message }] });
