import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PackageCommand } from './package-command.js';
import { uvInstaller } from './uv-installer.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-uv-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const python = (version: string, patch = 0) => ({
  file: `/opt/${version}.${patch}/bin/python${version}`,
  folder: `/opt/${version}.${patch}`,
  version,
});
const command: PackageCommand = { runner: 'uvx', packages: ['tools', 'sdk<2'], program: null, args: [] };
const compiled = 'sdk==1.9 \\\n    --hash=sha256:b\ntools==1.0 \\\n    --hash=sha256:a\n';

/** A uv whose packages support the Pythons that are given, by their files. */
function setUp(supported: readonly string[], pythons = [python('3.11'), python('3.13'), python('3.12')]) {
  const runs: { readonly args: readonly string[]; readonly reads: readonly string[] | undefined }[] = [];
  const run = async (_: string, args: readonly string[], __: string, reads?: readonly string[]) => {
    runs.push({ args, reads });
    const asked = pythons.find((it) => args.includes(it.file));
    if (asked !== undefined && !supported.includes(asked.file))
      throw new Error(`the current Python version (${asked.version}) does not satisfy Python>=3.12`);
    if (args[1] === 'compile') writeFileSync(args[args.indexOf('--output-file') + 1] ?? '', compiled);
    return '';
  };
  return { installer: uvInstaller(run, '/usr/bin/uv', pythons), runs };
}

describe('uvInstaller', () => {
  it('chooses the first Python that the packages support, shows it to uv, and notes it in the lock', async () => {
    const { installer, runs } = setUp([python('3.13').file, python('3.12').file]);
    const pins = await installer.pin(command, folder, false);
    expect(pins).toEqual({
      packages: [
        { name: 'tools', version: '1.0', integrity: 'sha256:a' },
        { name: 'sdk', version: '1.9', integrity: 'sha256:b' },
      ],
      lock: `# python 3.13\n${compiled}`,
    });
    expect(runs.map((it) => it.reads)).toEqual([['/opt/3.11.0'], ['/opt/3.13.0']]);
    expect(readFileSync(join(folder, 'requirements.in'), 'utf8')).toBe('tools\nsdk<2\n');
  });

  it('installs with the Python of the lock, another patch of it where the first is too old', async () => {
    const pythons = [python('3.11', 2), python('3.13'), python('3.11', 7)];
    const { installer, runs } = setUp([python('3.13').file, python('3.11', 7).file], pythons);
    await installer.install(command, `# python 3.11\n${compiled}`, folder, false);
    expect(runs.map(({ args }) => [args[0], pythons.findIndex((it) => args.includes(it.file))])).toEqual([
      ['venv', 0],
      ['venv', 2],
      ['pip', -1],
    ]);
    expect(runs.at(-1)?.args).toEqual(expect.arrayContaining(['--require-hashes', '--only-binary']));
  });

  it('says which Python is missing, and what the packages say of the preferred one', async () => {
    const { installer } = setUp([]);
    await expect(installer.install(command, `# python 3.9\n${compiled}`, folder, false)).rejects.toThrow('Python 3.9');
    await expect(installer.pin(command, folder, false)).rejects.toThrow('(3.11) does not satisfy');
    await expect(setUp([], []).installer.pin(command, folder, false)).rejects.toThrow('no Python 3');
  });
});
