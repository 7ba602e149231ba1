import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** What stands on a command line, its last word being typed, and what is offered for it. */
const cases: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
  [['ca'], ['call', 'capabilities'], ['search']],
  [['keys', ''], ['list', 'create', 'revoke'], ['search']],
  [['keys', 'create', '--ki'], ['--kind'], ['--role']],
  [['keys', 'create', 'bot', '--kind', ''], ['user', 'agent', 'service'], ['--role']],
  [['--url', 'http://call', 'completion', ''], ['bash', 'zsh', 'fish'], ['search']],
  [['connect', '--client', ''], ['cursor', 'vscode'], ['--toolset']],
];

const word = (text: string): string => `'${text}'`;

/** How each shell is asked, without a terminal, what it would offer. */
const asking: Readonly<Record<string, (script: string, line: readonly string[]) => string>> = {
  bash: (script, line) =>
    `source ${script}; COMP_WORDS=(assay ${line.map(word).join(' ')}); COMP_CWORD=${line.length}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (script, line) =>
    `compdef() { : }; _files() { : }; compadd() { print -rl -- \${(M)\${(P)2}:#\${words[CURRENT]}*} }; source ${script}; words=(assay ${line.map(word).join(' ')}); CURRENT=${line.length + 1}; _assay`,
  fish: (script, line) => `source ${script}; complete -C ${word(`assay ${line.join(' ')}`)}`,
};

describe.each(Object.keys(asking))('completion in %s', (shell) => {
  const there = isThere(shell) ? it : it.skip;
  let script = '';

  beforeAll(async () => {
    const { code, out } = await assay(['completion', shell]);
    expect(code).toBe(0);
    script = join(await emptyFolder(), 'completion');
    await writeFile(script, out);
  });

  there.each(cases)('of %j offers %j', (line, offered, others) => {
    const ask = asking[shell] as (typeof asking)[string];
    const { stdout, stderr } = spawnSync(shell, ['-c', ask(script, line)], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const words = stdout.split('\n').map((it) => it.split('\t')[0]);
    expect(words).toEqual(expect.arrayContaining([...offered]));
    for (const other of others) expect(words).not.toContain(other);
  });
});

it('is wrong usage for a shell that it does not know', async () => {
  expect((await assay(['completion', 'tcsh'])).code).toBe(2);
});
