import type { Envelope } from '@assay/contracts';
import { jsonWithMember } from '@assay/kernel';

/** Texts of finished envelopes, so that the record need not write again what the caller was sent. */
const texts = new WeakMap<Envelope, string>();

/** A finished envelope as JSON. From now on it must not change. */
export function envelopeText(envelope: Envelope): string {
  const text = knownText(envelope) ?? jsonWithMember(envelope, 'output');
  texts.set(envelope, text);
  return text;
}

/** The text, when it has been asked for before. */
export const knownText = (envelope: Envelope): string | undefined => texts.get(envelope);
