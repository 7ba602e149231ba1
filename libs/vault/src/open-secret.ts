import type { Sealer } from '@assay/kernel';
import { type Connection, type ConnectionSecret, secretContext, type Tokens, tokensContext } from './connection.js';

/** What is secret in a connection, opened for use. @throws when it was sealed with another key. */
export const openSecret = (sealer: Pick<Sealer, 'open'>, { id, secret }: Pick<Connection, 'id' | 'secret'>) =>
  JSON.parse(sealer.open(secret, secretContext(id))) as ConnectionSecret;

/** The tokens an issuer gave, opened; null when there are none. @throws when they were sealed with another key. */
export const openTokens = (sealer: Pick<Sealer, 'open'>, { id, tokens }: Pick<Connection, 'id' | 'tokens'>) =>
  tokens === null ? null : (JSON.parse(sealer.open(tokens, tokensContext(id))) as Tokens);

export const sealSecret = (sealer: Pick<Sealer, 'seal'>, id: string, secret: ConnectionSecret): string =>
  sealer.seal(JSON.stringify(secret), secretContext(id));

export const sealTokens = (sealer: Pick<Sealer, 'seal'>, id: string, tokens: Tokens): string =>
  sealer.seal(JSON.stringify(tokens), tokensContext(id));
