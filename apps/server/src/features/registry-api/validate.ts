import type { ServerIssue, ServerVerdict } from '@assay/contracts';
import { checkServer, errorsOf, type HostRule } from '@assay/importing';
import { deeperThan } from '@assay/kernel';

/** Deepest nesting of a server.json that is looked into. */
const maxOffset = 100;

/** What is to be said of a text that is meant to be a server.json; never an error. */
export function validateText(text: string, hostRule: HostRule): ServerVerdict {
  let candidate: unknown;
  try {
    candidate = JSON.parse(text);
  } catch (error) {
    return unreadable(`the body is not JSON: ${(error as Error).message}`);
  }
  if (deeperThan(candidate, maxOffset)) return unreadable(`the document is nested deeper than ${maxOffset} levels`);
  const { issues } = checkServer(candidate, hostRule);
  return { valid: errorsOf(issues).length === 0, issues: [...issues] };
}

const unreadable = (message: string): ServerVerdict => {
  const issue: ServerIssue = { type: 'json', path: '', message, severity: 'error', reference: 'json-unreadable' };
  return { valid: false, issues: [issue] };
};
