import type { ServerJson, ServerJsonArgument, ServerJsonPackage } from '@assay/contracts';
import { aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { checkPackages } from './check-packages.js';

const check = (parts: Partial<ServerJsonPackage>): string[] => {
  const packages = [{ registryType: 'npm', identifier: 'a', transport: { type: 'stdio' }, ...parts }];
  return checkPackages({ ...aServerJson(), packages } as ServerJson).map(
    ({ path, reference }) => `${path} ${reference}`,
  );
};

describe('the packages of a server', () => {
  it('may be absent', () => expect(checkPackages(aServerJson())).toEqual([]));

  it.each<Partial<ServerJsonPackage>>([
    { version: '1.0.0' },
    { registryType: 'mcpb', fileSha256: 'a'.repeat(64) },
    { registryBaseUrl: 'https://registry.example.com' },
  ])('accepts %j', (parts) => expect(check(parts)).toEqual([]));

  it.each<[Partial<ServerJsonPackage>, string]>([
    [{ identifier: 'a b' }, 'packages[0].identifier package-name-has-spaces'],
    [{ version: 'latest' }, 'packages[0].version reserved-version-string'],
    [{ registryType: 'mcpb' }, 'packages[0].fileSha256 file-digest-required'],
    [{ registryBaseUrl: 'ftp://a' }, 'packages[0].registryBaseUrl invalid-registry-address'],
    [{ transport: { type: 'sse' } }, 'packages[0].transport.url streamable-transport-url-required'],
  ])('refuses %j', (parts, reported) => expect(check(parts)).toEqual([reported]));

  it.each<[ServerJsonArgument, string[]]>([
    [{ type: 'named', name: '--a', value: 'b' }, []],
    [{ type: 'positional', value: '<a b>' }, []],
    [{ type: 'named' }, ['name named-argument-name-required']],
    [{ type: 'named', name: '--a <b>' }, ['name invalid-named-argument-name']],
    [
      { type: 'named', name: '--a', value: '--a=b', default: '--a=c' },
      ['value argument-value-starts-with-name', 'default argument-default-starts-with-name'],
    ],
  ])('checks the argument %j', (argument, reported) => {
    for (const list of ['runtimeArguments', 'packageArguments'] as const)
      expect(check({ [list]: [argument] })).toEqual(reported.map((it) => `packages[0].${list}[0].${it}`));
  });
});
