import { Resolver } from 'node:dns/promises';
import { constants } from 'node:http2';
import { type DomainRecords, wellKnownAddress } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';

export interface PublishedDomainRecordsOptions {
  /**
   * The way out: follows no redirects, caps what it reads (4 KiB is plenty), and connects to permitted addresses only.
   */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  /** Addresses (with ports) of the name servers to ask; those of the machine when empty. */
  readonly dnsServers: readonly string[];
  /** How long a look-up may take, in ms; default 5 s. */
  readonly timeoutMs?: number;
}

/** Look-ups at the same time: anybody may ask for one, and each may take its full time. */
const maxLookUps = 32;

/** The records that domains publish about themselves, read again each time. */
export class PublishedDomainRecords implements DomainRecords {
  readonly #fetch: PublishedDomainRecordsOptions['fetch'];
  readonly #dnsServers: readonly string[];
  readonly #timeoutMs: number;
  #lookUps = 0;

  constructor({ fetch, dnsServers, timeoutMs = 5_000 }: PublishedDomainRecordsOptions) {
    this.#fetch = fetch;
    this.#dnsServers = dnsServers;
    this.#timeoutMs = timeoutMs;
  }

  /** An absent name and a name without TXT records are the same: nothing is published. */
  txt(domain: string): Promise<Result<string[], Failure>> {
    return this.#within(() => this.#readTxt(domain));
  }

  wellKnown(domain: string): Promise<Result<string, Failure>> {
    return this.#within(() => this.#readWellKnown(domain));
  }

  async #within<T>(lookUp: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    if (this.#lookUps >= maxLookUps) {
      return fail('unavailable', 'Too many proofs are being checked: try again in a moment.', {
        retryAfterMs: 1_000,
      });
    }
    this.#lookUps += 1;
    try {
      return await lookUp();
    } finally {
      this.#lookUps -= 1;
    }
  }

  async #readTxt(domain: string): Promise<Result<string[], Failure>> {
    const resolver = new Resolver({ timeout: Math.ceil(this.#timeoutMs / 2), tries: 2, maxTimeout: this.#timeoutMs });
    if (this.#dnsServers.length > 0) resolver.setServers(this.#dnsServers);
    try {
      const records = await resolver.resolveTxt(domain);
      return ok(records.map((chunks) => chunks.join('')));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENODATA' || code === 'ENOTFOUND') return ok([]);
      return fail('upstream_unavailable', `The name servers of ${domain} do not answer (${code}): try again later.`);
    }
  }

  async #readWellKnown(domain: string): Promise<Result<string, Failure>> {
    const address = wellKnownAddress(domain);
    try {
      const answer = await this.#fetch(address, { signal: AbortSignal.timeout(this.#timeoutMs) });
      if (answer.ok) return ok(await answer.text());
      await answer.body?.cancel();
      if (absent.includes(answer.status)) return ok('');
      return fail('upstream_error', `${address} answers with status ${answer.status}: it has to be served with 200.`);
    } catch (error) {
      const cause = rootOf(error as Error);
      return fail(codeOf(cause), `${address} cannot be read: ${sentence(cause)}`);
    }
  }
}

const absent: readonly number[] = [constants.HTTP_STATUS_NOT_FOUND, constants.HTTP_STATUS_GONE];

/** The Fetch API wraps what its connection says. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

const codeOf = ({ name }: Error): Failure['code'] =>
  name === 'AddressForbiddenError' ? 'address_forbidden' : 'upstream_unavailable';

/** Our own errors and the connection's are sentences about an address that the caller has named. */
const sentence = ({ name, message }: Error): string =>
  name === 'TimeoutError' ? 'it takes too long.' : `${message.replace(/\.$/, '')}.`;
