import type { ServerIssue, ServerJson } from '@assay/contracts';
import { doubtful, wrong } from './server-issue.js';
import { isRange, isRefusedOfficially } from './version-text.js';

const namespacePart = /^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])$/;
const localPart = /^[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])$/;

/** The name: `namespace/name`, each part of at least two characters that starts and ends with a letter or digit. */
export function checkServerName(name: string): ServerIssue[] {
  const bad = (message: string) => [wrong('name', 'invalid-server-name', message)];
  const parts = name.split('/');
  if (parts.length > 2) return bad(`server name cannot contain multiple slashes: ${name}`);
  const [namespace, local] = parts;
  if (!namespace || !local)
    return bad(`server name must be in format 'dns-namespace/name', such as com.example/my-server: ${name}`);
  if (!namespacePart.test(namespace))
    return bad(
      `the namespace of a server name has at least two of A-Z, a-z, 0-9, "." and "-", beginning and ending with a letter or digit: ${namespace}`,
    );
  if (!localPart.test(local))
    return bad(
      `the part after the slash has at least two of A-Z, a-z, 0-9, ".", "_" and "-", beginning and ending with a letter or digit: ${local}`,
    );
  return [];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern detects
const controls = /[\u0000-\u001f\u007f]/;

/** A version of the server or of one of its packages. */
export function checkVersion(version: string, path: string): ServerIssue[] {
  if (version === 'latest')
    return [wrong(path, 'reserved-version-string', `version string 'latest' is reserved and cannot be used`)];
  if (path === 'version' && /^\.{1,2}$/.test(version))
    return [wrong(path, 'version-not-addressable', `version "${version}" cannot be used in a URL: choose another one`)];
  if (controls.test(version))
    return [wrong(path, 'version-with-control-character', 'version cannot hold control characters')];
  if (isRange(version))
    return [
      wrong(
        path,
        'version-looks-like-range',
        `version must be a specific version, not a range: ${JSON.stringify(version)}`,
      ),
    ];
  if (isRefusedOfficially(version))
    return [
      doubtful(
        path,
        'version-refused-elsewhere',
        `the official registry takes ${JSON.stringify(version)} for a range because of its "x": choose another pre-release name to publish there too`,
      ),
    ];
  return [];
}

export const checkTitle = ({ title }: ServerJson): ServerIssue[] =>
  title !== undefined && title.trim() === ''
    ? [wrong('title', 'title-only-whitespace', 'title cannot be only whitespace: give a title, or omit it')]
    : [];
