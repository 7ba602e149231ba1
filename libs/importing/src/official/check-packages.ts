import type { ServerIssue, ServerJson, ServerJsonArgument, ServerJsonPackage } from '@assay/contracts';
import { checkVersion } from './check-name.js';
import { checkPackageTransport } from './check-transport.js';
import { wrong } from './server-issue.js';

export const checkPackages = ({ packages = [] }: ServerJson): ServerIssue[] =>
  packages.flatMap((pkg, index) => checkPackage(pkg, `packages[${index}]`));

function checkPackage(pkg: ServerJsonPackage, at: string): ServerIssue[] {
  const { identifier, version, registryType, registryBaseUrl, fileSha256 } = pkg;
  const issues: ServerIssue[] = [];
  if (/\s/.test(identifier))
    issues.push(
      wrong(
        `${at}.identifier`,
        'package-name-has-spaces',
        `package name cannot contain spaces: ${JSON.stringify(identifier)}`,
      ),
    );
  if (version !== undefined) issues.push(...checkVersion(version, `${at}.version`));
  if (registryType === 'mcpb' && fileSha256 === undefined)
    issues.push(
      wrong(`${at}.fileSha256`, 'file-digest-required', 'an mcpb package needs fileSha256, the digest of its file'),
    );
  if (registryBaseUrl && !(URL.canParse(registryBaseUrl) && /^https?:$/.test(new URL(registryBaseUrl).protocol)))
    issues.push(
      wrong(
        `${at}.registryBaseUrl`,
        'invalid-registry-address',
        `registryBaseUrl must be an http or https address: ${registryBaseUrl}`,
      ),
    );
  issues.push(...checkPackageTransport(pkg, at));
  for (const list of ['runtimeArguments', 'packageArguments'] as const) {
    issues.push(...(pkg[list] ?? []).flatMap((argument, index) => checkArgument(argument, `${at}.${list}[${index}]`)));
  }
  return issues;
}

/** Only named arguments have rules: the name is passed unchanged, followed by the value. */
function checkArgument({ type, name, value, default: preset }: ServerJsonArgument, at: string): ServerIssue[] {
  if (type !== 'named') return [];
  if (!name) return [wrong(`${at}.name`, 'named-argument-name-required', 'a named argument needs its name')];
  const issues: ServerIssue[] = [];
  if (/[<> $]/.test(name))
    issues.push(
      wrong(
        `${at}.name`,
        'invalid-named-argument-name',
        `invalid named argument name: ${JSON.stringify(name)} must be the flag alone, without "<", ">", "$" or spaces`,
      ),
    );
  if (value?.startsWith(name))
    issues.push(
      wrong(
        `${at}.value`,
        'argument-value-starts-with-name',
        `argument value cannot start with the argument name: ${JSON.stringify(value)}`,
      ),
    );
  if (preset?.startsWith(name))
    issues.push(
      wrong(
        `${at}.default`,
        'argument-default-starts-with-name',
        `argument default cannot start with the argument name: ${JSON.stringify(preset)}`,
      ),
    );
  return issues;
}
