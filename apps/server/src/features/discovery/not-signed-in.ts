import type { Caller } from '@assay/identity';

const notSignedIn =
  'You are not signed in: only public tools are shown, not those of an organisation, such as the tools that ship (assay/…). Calls need a key, too: sign in, or send one that an administrator made with "assay keys create" ("Authorization: Bearer <key>").';

/** What a caller without a key is informed of, in every answer that lists tools. */
export const signInNotice = ({ principalId }: Pick<Caller, 'principalId'>): readonly string[] =>
  principalId === null ? [notSignedIn] : [];
