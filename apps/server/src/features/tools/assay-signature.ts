import { ed25519SignatureSchema, keyIdSchema } from '@assay/contracts';
import type { GivenSignature } from '@assay/registry';
import type { FastifyRequest } from 'fastify';
import { FailureException } from '../../edges/failure-exception.js';

/** The header in which a publisher's signature travels: `Assay-Signature: keyid=<16 hex digits>; sig=<base64url>`. */
export const signatureHeader = 'assay-signature';

/** The publisher's signature of the manifest in the body; null when there is none. */
export function signatureOf({ headers }: Pick<FastifyRequest, 'headers'>): GivenSignature | null {
  const text = headers[signatureHeader];
  if (text === undefined) return null;
  const parts = String(text)
    .split(';')
    .map((part) => /^(keyid|sig)\s*=\s*"?([^"\s]*)"?$/i.exec(part.trim()));
  const values = new Map(parts.map((part) => [part?.[1]?.toLowerCase(), part?.[2] ?? '']));
  const [keyId, signature] = [values.get('keyid'), values.get('sig')];
  const isWhole = parts.length === 2 && keyIdSchema.safeParse(keyId).success;
  if (isWhole && ed25519SignatureSchema.safeParse(signature).success)
    return { keyId: keyId as string, signature: signature as string };
  throw new FailureException({
    code: 'malformed_request',
    message:
      'The header Assay-Signature must be one: keyid=<the 16 hex digits of the key>; sig=<the 86 characters of the Ed25519 signature in base64url>.',
  });
}
