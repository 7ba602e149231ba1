import type { Aliases } from '@assay/identity';
import { type Failure, fail, ok, type Result, splitName } from '@assay/kernel';
import { versionsWithin } from '../version-number.js';
import type { Revocation } from './revocation.js';

export type RevocationTarget = Pick<Revocation, 'namespace' | 'tool' | 'range'>;

/** Splits `ns/*`, `ns/tool` or `ns/tool@range`, without validating the range. Namespaces are lower case. */
export function writtenTarget(text: string): RevocationTarget {
  const at = text.indexOf('@');
  const [namespace, tool] = splitName(at < 0 ? text : text.slice(0, at));
  const range = at < 0 ? null : text.slice(at + 1).trim();
  return { namespace: namespace.toLowerCase(), tool: tool === '*' ? null : tool, range };
}

/** Reads `ns/*`, `ns/tool` or `ns/tool@range`; a range that means every version is treated as absent. */
export function readTarget(text: string): Result<RevocationTarget, Failure> {
  const written = writtenTarget(text);
  const { namespace, tool, range } = written;
  if (range === null) return ok(written);
  if (range !== '' && versionsWithin(range) !== undefined)
    return ok({ namespace, tool, range: everyVersion.test(range) ? null : range });
  const message =
    range === 'latest'
      ? `"latest" changes with the next version: name the version itself, or omit the range for all of ${namespace}/${tool}.`
      : `"${range}" is not a valid version range: use 1.2.3, ^1.2.0, ~1.4 or >=1 <3.`;
  return fail('invalid_request', message, {
    issues: [{ path: '/target', message: 'names no fixed range of versions' }],
  });
}

const everyVersion = /^[*xX]$/;

/** A revocation stores the current name of its target, and follows renames. */
export function targetNow(
  aliases: Pick<Aliases, 'namespace' | 'tool'>,
  { namespace, tool, range }: RevocationTarget,
): RevocationTarget {
  if (tool === null) return { namespace: aliases.namespace(namespace), tool, range };
  const [home, name] = splitName(aliases.tool(`${namespace}/${tool}`));
  return { namespace: home, tool: name, range };
}
