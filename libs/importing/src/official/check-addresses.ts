import type { ServerIssue, ServerJson } from '@assay/contracts';
import { wrong } from './server-issue.js';

const github = /^https?:\/\/(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/?$/;
const gitlab = /^https?:\/\/(?:www\.)?gitlab\.com\/[\w.-]+(?:\/[\w.-]+)+\/?$/;
const sources: Readonly<Record<string, RegExp>> = { github, gitlab };

/** The source repository: an address that fits its source, and a clean relative folder. */
export function checkRepository({ repository }: ServerJson): ServerIssue[] {
  if (repository === undefined || (repository.url === '' && repository.source === '')) return [];
  const { url, source, subfolder } = repository;
  const pattern = Object.hasOwn(sources, source) ? sources[source] : undefined;
  const issues: ServerIssue[] = [];
  if (pattern === undefined)
    issues.push(
      wrong(
        'repository.source',
        'invalid-repository-url',
        `invalid repository URL: source must be github or gitlab, not ${JSON.stringify(source)}`,
      ),
    );
  else if (!pattern.test(url))
    issues.push(
      wrong(
        'repository.url',
        'invalid-repository-url',
        `invalid repository URL: ${url} is not a repository of ${source}, such as https://${source}.com/owner/repo`,
      ),
    );
  if (subfolder !== undefined && subfolder !== '' && !isCleanFolder(subfolder))
    issues.push(
      wrong(
        'repository.subfolder',
        'invalid-subfolder-path',
        `invalid subfolder path: ${JSON.stringify(subfolder)} must be a relative path such as servers/my-server`,
      ),
    );
  return issues;
}

const isCleanFolder = (path: string): boolean =>
  path.split('/').every((part) => /^[A-Za-z0-9._@-]+$/.test(part) && part !== '.' && part !== '..');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern detects
const controls = /[\u0000-\u001f\u007f]/;
/** Never valid in an address, though browsers accept them. */
const unsafe = /["'<>\\^`{|}\s]/;

/** The server's page: an https address without characters that mean something in a page it is shown on. */
export function checkWebsite({ websiteUrl }: ServerJson): ServerIssue[] {
  if (websiteUrl === undefined || websiteUrl === '') return [];
  const bad = (reference: string, message: string) => [wrong('websiteUrl', reference, message)];
  if (controls.test(websiteUrl)) return bad('invalid-website-url', `invalid websiteUrl: it holds a control character`);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(websiteUrl)?.[1];
  if (scheme === undefined)
    return bad('website-url-must-be-absolute', `websiteUrl must be absolute (include scheme): ${websiteUrl}`);
  if (scheme.toLowerCase() !== 'https')
    return bad('website-url-invalid-scheme', `websiteUrl must use https scheme: ${websiteUrl}`);
  if (unsafe.test(websiteUrl))
    return bad(
      'invalid-website-url',
      `websiteUrl contains an invalid character, which must be percent-encoded: ${websiteUrl}`,
    );
  return URL.canParse(websiteUrl) ? [] : bad('invalid-website-url', `invalid websiteUrl: ${websiteUrl}`);
}

export const checkIcons = ({ icons = [] }: ServerJson): ServerIssue[] =>
  icons.flatMap(({ src }, index) =>
    URL.canParse(src) && new URL(src).protocol === 'https:'
      ? []
      : [wrong(`icons[${index}].src`, 'invalid-icon-source', `an icon's src must be an https address: ${src}`)],
  );
