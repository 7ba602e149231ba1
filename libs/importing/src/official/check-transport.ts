import type { ServerIssue, ServerJsonPackage, ServerJsonTransport } from '@assay/contracts';
import { wrong } from './server-issue.js';

/** Names in braces, without duplicates. */
export const templateVariables = (url: string): string[] => [
  ...new Set([...url.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string)),
];

/** The address with every variable replaced by an example, as far as it can be validated then. */
export function exampleOf(url: string): URL | undefined {
  const filled = url.replaceAll(/:\{[^{}]*\}/g, ':1').replaceAll(/\{[^{}]*\}/g, 'x');
  return URL.canParse(filled) ? new URL(filled) : undefined;
}

/** Whether the address starts with a variable, so that scheme and host are unknown. */
export const beginsOpen = (url: string): boolean => /^\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*$/.test(url);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern detects
const unclean = /[\s\u0000-\u001f\u007f]/;

/** The transport of a package once it runs. */
export function checkPackageTransport(pkg: ServerJsonPackage, at: string): ServerIssue[] {
  const { type, url = '' } = pkg.transport;
  const path = `${at}.transport`;
  if (type === 'stdio')
    return url === ''
      ? []
      : [
          wrong(
            `${path}.url`,
            'stdio-transport-url-not-empty',
            `url must be empty for stdio transport type, got: ${url}`,
          ),
        ];
  if (!isHttp(type))
    return [
      wrong(
        `${path}.type`,
        'unsupported-transport-type',
        `unsupported transport type: ${type} (stdio, streamable-http or sse)`,
      ),
    ];
  if (url === '')
    return [wrong(`${path}.url`, 'streamable-transport-url-required', `url is required for ${type} transport type`)];
  const missing = checkVariables(url, variablesOf(pkg), `${path}.url`);
  if (missing.length > 0) return missing;
  const example = exampleOf(url);
  return (beginsOpen(url) && !unclean.test(url)) ||
    (!unclean.test(url) && example !== undefined && /^https?:$/.test(example.protocol))
    ? []
    : [wrong(`${path}.url`, 'invalid-templated-url', `invalid transport URL: ${url} must be an http or https address`)];
}

/** A server that runs somewhere: https, and not on the reader's own machine. */
export function checkRemote(remote: ServerJsonTransport, path: string): ServerIssue[] {
  const { type, url = '' } = remote;
  if (!isHttp(type))
    return [
      wrong(
        `${path}.type`,
        'unsupported-remote-transport-type',
        `unsupported transport type for remotes: ${type} (streamable-http or sse)`,
      ),
    ];
  if (url === '')
    return [wrong(`${path}.url`, 'remote-transport-url-required', `url is required for ${type} transport type`)];
  const missing = checkVariables(url, Object.keys(remote.variables ?? {}), `${path}.url`);
  if (missing.length > 0) return missing;
  if (beginsOpen(url) && !unclean.test(url)) return [];
  const example = exampleOf(url);
  const isGood = !unclean.test(url) && example?.protocol === 'https:' && !isOwnMachine(example.hostname);
  return isGood
    ? []
    : [
        wrong(
          `${path}.url`,
          'invalid-remote-url',
          `invalid remote URL: ${url} (an https address that others can reach)`,
        ),
      ];
}

const isHttp = (type: string): boolean => type === 'streamable-http' || type === 'sse';

const isOwnMachine = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host.startsWith('127.') ||
  host === '[::1]' ||
  host === '0.0.0.0';

/** Valid names in braces: environment variables, arguments and their hints, and declared variables. */
function variablesOf({
  environmentVariables = [],
  runtimeArguments = [],
  packageArguments = [],
  transport,
}: ServerJsonPackage): string[] {
  const ofArguments = [...runtimeArguments, ...packageArguments].flatMap(({ name, valueHint }) => [
    ...(name === undefined ? [] : [name, name.replace(/^-+/, '')]),
    ...(valueHint === undefined ? [] : [valueHint]),
  ]);
  return [...environmentVariables.map(({ name }) => name), ...ofArguments, ...Object.keys(transport.variables ?? {})];
}

function checkVariables(url: string, available: readonly string[], path: string): ServerIssue[] {
  const unknown = templateVariables(url).filter((name) => !available.includes(name));
  if (unknown.length === 0) return [];
  return [
    wrong(
      path,
      'invalid-templated-url',
      `template variables in URL ${url} reference undefined variables: ${unknown.join(', ')}. Available: ${[...new Set(available)].join(', ') || 'none'}`,
    ),
  ];
}
