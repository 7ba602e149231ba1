import { type Failure, ok } from '@assay/kernel';
import type { ProvideCredential } from './provide-credential.js';

/** Where calls get what they carry for their upstreams. */
export type Credentials = Pick<
  ProvideCredential,
  'of' | 'objection' | 'carried' | 'instead' | 'refusal' | 'begin' | 'noteRefusal'
>;

/** Calls go with what their server's record holds, and nothing else. */
export const noCredentials: Credentials = {
  of: async ({ server }) => ok({ server, credential: undefined }),
  objection: () => undefined,
  carried: () => undefined,
  begin: async () => undefined,
  noteRefusal: () => {},
  instead: async () => undefined,
  refusal: (_call, _credential, { data: _challenge, ...failure }): Failure => failure,
};
