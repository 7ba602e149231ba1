import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A public key that a domain publishes, as the official MCP Registry writes it: `v=MCPv1; k=ed25519; p=<base64>`. */
export interface DomainKey {
  readonly algorithm: 'ed25519' | 'ecdsap384';
  readonly key: KeyObject;
}

/** DER of a SubjectPublicKeyInfo up to the key itself, by algorithm and length of the key in bytes (RFC 8410, RFC 5480). */
const heads: Readonly<Record<DomainKey['algorithm'], Readonly<Record<number, string>>>> = {
  ed25519: { 32: '302a300506032b6570032100' },
  ecdsap384: {
    // A compressed point, and one written out.
    49: '3046301006072a8648ce3d020106052b81040022033200',
    97: '3076301006072a8648ce3d020106052b81040022036200',
  },
};

/** Bytes of r and s in the raw form of an ECDSA signature on P-384; anything else is read as DER. */
const rawSignatureBytes = 96;

/** The key in a record; undefined for any other text, since a domain's TXT records serve many purposes. */
export function parseDomainKey(record: string): DomainKey | undefined {
  const fields = new Map(record.split(';').flatMap(fieldOf));
  const algorithm = fields.get('k')?.toLowerCase();
  const bytes = decodeBase64(fields.get('p') ?? '');
  if (fields.get('v') !== 'MCPv1' || (algorithm !== 'ed25519' && algorithm !== 'ecdsap384')) return undefined;
  const head = heads[algorithm][bytes?.length ?? 0];
  if (bytes === undefined || head === undefined) return undefined;
  try {
    const der = Buffer.concat([Buffer.from(head, 'hex'), bytes]);
    return { algorithm, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
  } catch {
    // A point that does not lie on the curve.
    return undefined;
  }
}

/** Whether the domain's key has signed the text (UTF-8). ECDSA is over SHA-384, as DER or as r and s side by side. */
export function signedBy({ algorithm, key }: DomainKey, text: string, signature: Uint8Array): boolean {
  const signed = Buffer.from(text);
  try {
    if (algorithm === 'ed25519') return verify(null, signed, key, signature);
    const dsaEncoding = signature.length === rawSignatureBytes ? 'ieee-p1363' : 'der';
    return verify('sha384', signed, { key, dsaEncoding }, signature);
  } catch {
    return false;
  }
}

function fieldOf(part: string): [string, string][] {
  const at = part.indexOf('=');
  return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]];
}

const decodeBase64 = (text: string): Buffer | undefined =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
