import type { ServerIssue, ServerJson } from '@assay/contracts';
import { exampleOf } from './check-transport.js';
import { doubtful, wrong } from './server-issue.js';

/** Whether hosts outside a namespace's domain are an error (`enforce`) or a warning (`warn`). */
export type HostRule = 'enforce' | 'warn';

/** `com.example` → `example.com`; undefined for a namespace without dots, which represents no domain. */
export const domainOf = (namespace: string): string | undefined =>
  namespace.includes('.') ? namespace.toLowerCase().split('.').toReversed().join('.') : undefined;

/**
 * The hosts of the website and of the remotes must be the namespace's domain or below it. The official registry has
 * this rule in the version examined; many entries elsewhere violate it, so an operator can turn it into a warning.
 */
export function checkHosts(server: ServerJson, rule: HostRule): ServerIssue[] {
  const [namespace = ''] = server.name.split('/');
  const domain = domainOf(namespace);
  if (domain === undefined) return withoutDomain(server, namespace);
  const judge = rule === 'enforce' ? wrong : doubtful;
  const issues: ServerIssue[] = [];
  const website = hostOf(server.websiteUrl);
  if (website !== undefined && !isWithin(website, domain))
    issues.push(
      judge(
        'websiteUrl',
        'website-url-namespace-mismatch',
        `websiteUrl ${server.websiteUrl} does not match namespace ${namespace}: websiteUrl host ${website} does not match publisher domain ${domain}`,
      ),
    );
  for (const [index, { url }] of (server.remotes ?? []).entries()) {
    const host = hostOf(url);
    if (host === undefined || isWithin(host, domain)) continue;
    issues.push(
      judge(
        `remotes[${index}].url`,
        'remote-url-namespace-mismatch',
        `remote URL ${url} does not match namespace ${namespace}: remote URL host ${host} does not match publisher domain ${domain}`,
      ),
    );
  }
  return issues;
}

const withoutDomain = ({ remotes = [], websiteUrl }: ServerJson, namespace: string): ServerIssue[] =>
  remotes.length === 0 && !websiteUrl
    ? []
    : [
        doubtful(
          'name',
          'namespace-without-domain',
          `the namespace ${namespace} is not a domain, so hosts cannot be compared with it: the official registry would refuse it`,
        ),
      ];

/** Undefined where there is nothing to compare. */
function hostOf(url: string | undefined): string | undefined {
  if (!url || url.startsWith('{')) return undefined;
  const example = exampleOf(url);
  const host = example?.hostname;
  return host === undefined || host === '' || host === 'localhost' ? undefined : host;
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
