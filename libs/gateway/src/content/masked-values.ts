import type { Clock, FindingClass } from '@assay/kernel';
import { dayMs } from '@assay/kernel';
import type { Call } from '../call.js';
import { keepSessionMs } from '../output/session-tokens.js';
import type { PlaceholderFor } from './mask-value.js';
import type { MaskedOwner, MaskedValue, MaskedValueStore } from './masked-value.js';
import { placeholderOf, tokenLength } from './placeholder.js';

/** How long a value is kept whose call named no session; with one, as long as the session's other data. */
export const maskedKeepMs = dayMs;
/** Values masked in one result or one call's arguments. */
export const maxMaskedAtOnce = 5_000;

export interface MaskedValuesPorts {
  readonly store: Pick<MaskedValueStore, 'keep' | 'find'>;
  /** A keyed digest, 32 bytes in base64url: nobody without the installation's key can compute it. */
  readonly mac: (text: string) => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** A text that is to be masked. */
export interface ToMask {
  readonly class: FindingClass;
  readonly text: string;
}

/**
 * Values replaced by placeholders. A token is a keyed digest of value, class, source and owner: the same value has the
 * same placeholder throughout a session, and nobody can guess or forge one.
 */
export class MaskedValues {
  constructor(private readonly ports: MaskedValuesPorts) {}

  /** Stores the texts durably, and returns the placeholder of each of them. */
  async mask(owner: MaskedOwner, source: string, texts: readonly ToMask[]): Promise<PlaceholderFor> {
    const { store, clock } = this.ports;
    const createdAt = clock.now();
    const expiresAt = createdAt + (owner.session === null ? maskedKeepMs : keepSessionMs);
    const values = new Map<string, MaskedValue>();
    for (const { class: of, text } of texts) {
      const token = this.#token(owner, source, of, text);
      values.set(token, { ...owner, token, class: of, source, value: text, createdAt, expiresAt });
    }
    if (values.size > maxMaskedAtOnce) throw new Error(`There are more than ${maxMaskedAtOnce} values to mask.`);
    if (values.size > 0) await store.keep([...values.values()]);
    return (of, text) => placeholderOf(of, this.#token(owner, source, of, text));
  }

  find = (owner: MaskedOwner, tokens: readonly string[]): Promise<readonly MaskedValue[]> =>
    this.ports.store.find(owner, tokens, this.ports.clock.now());

  #token(owner: MaskedOwner, source: string, of: FindingClass, text: string): string {
    const { organisationId, principalId, session } = owner;
    const mac = this.ports.mac(JSON.stringify([organisationId, principalId, session, of, source, text]));
    return base32(Buffer.from(mac, 'base64url')).slice(0, tokenLength);
  }
}

/** Whose masked values a call's are; undefined for a caller without a key. */
export function ownerOf({ requested: { caller, request } }: Pick<Call, 'requested'>): MaskedOwner | undefined {
  const { organisationId, principalId } = caller;
  if (organisationId === null || principalId === null) return undefined;
  return { organisationId, principalId, session: request.session ?? null };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

function base32(bytes: Uint8Array): string {
  let text = '';
  let rest = 0;
  let bits = 0;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(rest >>> (bits - 5)) & 31];
    rest &= (1 << bits) - 1;
  }
  return text;
}
