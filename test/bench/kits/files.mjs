/** Content search beside ripgrep, and the answers of the file kit beside those of the official server. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compareAnswers, connect, connectKit, medianMs, root } from './clients.mjs';

const require = createRequire(import.meta.url);
const bounds = { maxMatches: 1000, maxFiles: 1000 };

const searches = [
  ['a word in any case', { text: 'revocation' }, ['-i', '-F', 'revocation']],
  ['a word that nothing has', { text: 'zyxwvutsrq' }, ['-i', '-F', 'zyxwvutsrq']],
  ['an expression', { pattern: 'class \\w+ extends', caseSensitive: true }, ['class \\w+ extends']],
  ['names', { glob: '*.test.ts' }, ['--files', '-g', '*.test.ts']],
];

async function search(kit, folder) {
  for (const [title, asked, args] of searches) {
    const call = { name: 'search', arguments: { glob: '*.ts', ...asked, ...bounds } };
    const { matchCount, files, searchedFiles, stopped } = (await kit.callTool(call)).structuredContent;
    const rg = () => spawnSync('rg', ['-g', '*.ts', ...args, folder], { encoding: 'utf8' });
    if (rg().error) return process.stdout.write('search: ripgrep is not there\n');
    const lines = rg().stdout.split('\n').length - 1;
    const times = [await medianMs(9, () => kit.callTool(call)), await medianMs(9, rg)].map((it) => it.toFixed(0));
    process.stdout.write(
      `search for ${title}: ${times[0]} ms, ${matchCount || files.length} of ${searchedFiles} files${stopped ? ` (stopped: ${stopped})` : ''}; ripgrep with its start: ${times[1]} ms, ${lines} lines\n`,
    );
  }
}

export async function measureFiles(folder) {
  const kit = await connectKit('files', [folder]);
  const other = await connect(process.execPath, [
    require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
    folder,
  ]);
  try {
    await search(kit, folder);
    const at = (path) => ({ path: join(folder, path) });
    await compareAnswers('files', kit, other, [
      [
        'read a file of 5 kB',
        ['read', { path: 'libs/kernel/src/index.ts' }],
        ['read_text_file', at('libs/kernel/src/index.ts')],
      ],
      ['list a folder of 58 entries', ['list', { path: 'libs/kernel/src' }], ['list_directory', at('libs/kernel/src')]],
      [
        'list it with sizes',
        ['list', { path: 'libs/kernel/src', details: true }],
        ['list_directory_with_sizes', at('libs/kernel/src')],
      ],
      ['the tree of it', ['tree', { path: 'libs/kernel/src', depth: 16 }], ['directory_tree', at('libs/kernel/src')]],
      [
        'find files by name',
        ['search', { path: 'libs/kernel', glob: '**/*version*' }],
        ['search_files', { ...at('libs/kernel'), pattern: '**/*version*', excludePatterns: ['**/dist/**'] }],
      ],
      ['find a text', ['search', { path: 'libs/kernel', text: 'revocation', maxMatches: 20 }], undefined],
      ['what a file is', ['metadata', { path: 'README.md' }], ['get_file_info', at('README.md')]],
    ]);
  } finally {
    await Promise.all([kit.close(), other.close()]);
  }
}

export const defaultFolder = root;
