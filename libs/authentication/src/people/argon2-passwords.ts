import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '@assay/identity';

/** Cost of a hash: memory in KiB, passes over it, and lanes. */
export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** 46 MiB in one pass: the first of the configurations of argon2id that OWASP recommends. */
export const defaultCost: Argon2Cost = Object.freeze({ memoryKib: 47_104, passes: 1, lanes: 1 });

const saltBytes = 16;
const tagBytes = 32;
/** Hashes at a time; the rest wait, so that many sign-ins at once do not take all memory and every core. */
const maxConcurrent = 2;
/** More than this cannot be read back: an altered row must not exhaust the machine. */
const maxMemoryKib = 1_048_576;

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

interface Parsed {
  readonly cost: Argon2Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** Argon2id (RFC 9106) of Node's own crypto, in the PHC string format. */
export class Argon2Passwords implements PasswordHasher {
  readonly #cost: Argon2Cost;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(cost: Argon2Cost = defaultCost) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const tag = await this.#derive(password, this.#cost, salt);
    const { memoryKib, passes, lanes } = this.#cost;
    return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${encoded(salt)}$${encoded(tag)}`;
  }

  async matches(password: string, hash: string | null): Promise<boolean> {
    const parsed = hash === null ? undefined : parse(hash);
    if (parsed === undefined) {
      await this.#derive(password, this.#cost, Buffer.alloc(saltBytes));
      return false;
    }
    return timingSafeEqual(await this.#derive(password, parsed.cost, parsed.salt), parsed.tag);
  }

  isOutdated(hash: string): boolean {
    const cost = parse(hash)?.cost;
    const { memoryKib, passes, lanes } = this.#cost;
    return cost?.memoryKib !== memoryKib || cost.passes !== passes || cost.lanes !== lanes;
  }

  async #derive(password: string, { memoryKib, passes, lanes }: Argon2Cost, salt: Buffer): Promise<Buffer> {
    if (this.#running >= maxConcurrent) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      const parameters: Argon2Parameters = {
        message: password,
        nonce: salt,
        memory: memoryKib,
        passes,
        parallelism: lanes,
        tagLength: tagBytes,
      };
      return await new Promise<Buffer>((resolve, reject) =>
        argon2('argon2id', parameters, (error, tag) => (error === null ? resolve(tag) : reject(error))),
      );
    } finally {
      // A waiting one takes this one's place, which stays counted.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function parse(hash: string): Parsed | undefined {
  const [, memory, passes, lanes, salt = '', tag = ''] = phc.exec(hash) ?? [];
  if (memory === undefined || Number(memory) > maxMemoryKib) return undefined;
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const encoded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
