import type { MadeToolFinding } from '@assay/contracts';
import { lineAt } from '../host/syntax-tree.js';

/** Text that looks like a credential: keys with a known beginning, private keys, tokens. */
const credentials =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----|\b[spr]k[-_](?:live|test|proj)[-_][A-Za-z0-9]{16}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30}|\bxox[abprs]-[A-Za-z0-9-]{10}/;
/** Characters that change how code is shown, or that are not shown. */
const hidden = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

const rules = [
  { rule: 'hidden-characters', pattern: hidden, message: 'It has characters that are not shown.' },
  { rule: 'credential', pattern: credentials, message: 'It holds what looks like a credential.' },
] as const;

/** Findings in the text of code, in whatever language it is. */
export const textFindings = (code: string): MadeToolFinding[] =>
  rules.flatMap(({ rule, pattern, message }) => {
    const found = pattern.exec(code);
    return found === null ? [] : [{ rule, severity: 'critical' as const, message, line: lineAt(code, found.index) }];
  });
