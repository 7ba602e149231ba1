import { type ServerIssue, type ServerJson, serverJsonSchema } from '@assay/contracts';
import { holdsMoreThan } from '@assay/json-schema';
import { checkIcons, checkRepository, checkWebsite } from './check-addresses.js';
import { checkHosts, type HostRule } from './check-hosts.js';
import { checkServerName, checkTitle, checkVersion } from './check-name.js';
import { checkPackages } from './check-packages.js';
import { checkSchemaAddress } from './check-schema-address.js';
import { checkRemote } from './check-transport.js';
import { checkPublisherMeta } from './publisher-meta.js';
import { doubtful, issuePath, misshapen } from './server-issue.js';

export interface CheckedServer {
  readonly issues: readonly ServerIssue[];
  /** Absent when the candidate does not have the shape of a server.json. */
  readonly server?: ServerJson;
}

/** More values than any real server.json has; each could cause several issues. */
const valuesCap = 5_000;

const knownMembers = new Set(Object.keys(serverJsonSchema.shape));

/**
 * All issues of a server.json: its shape first and, if that is valid, the meaning of its members. Verdicts and, where
 * clients may depend on it, the wording are those of the official registry.
 */
export function checkServer(candidate: unknown, hostRule: HostRule): CheckedServer {
  if (holdsMoreThan(candidate, valuesCap))
    return { issues: [misshapen('', 'document-too-large', `the document contains more than ${valuesCap} values`)] };
  const parsed = serverJsonSchema.safeParse(candidate);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => {
      const isMissing = message.endsWith('received undefined');
      return misshapen(
        issuePath(path),
        'server-json-shape',
        isMissing ? `${issuePath(path) || 'the document'} is required` : message,
      );
    });
    return { issues };
  }
  const server = parsed.data;
  return { server, issues: rules.flatMap((rule) => rule(server, hostRule)) };
}

const rules: readonly ((server: ServerJson, hostRule: HostRule) => readonly ServerIssue[])[] = [
  checkSchemaAddress,
  ({ name }) => checkServerName(name),
  ({ version }) => checkVersion(version, 'version'),
  checkTitle,
  checkRepository,
  checkWebsite,
  checkIcons,
  checkPackages,
  ({ remotes = [] }) => remotes.flatMap((remote, index) => checkRemote(remote, `remotes[${index}]`)),
  checkHosts,
  checkPublisherMeta,
  (server) =>
    Object.keys(server)
      .filter((member) => !knownMembers.has(member))
      .map((member) =>
        doubtful(member, 'unknown-member', `${member} is not a member of server.json: it is kept but ignored`),
      ),
];

export const errorsOf = (issues: readonly ServerIssue[]): ServerIssue[] =>
  issues.filter(({ severity }) => severity === 'error');
