/** The answers of the git kit beside those of mcp-server-git (PyPI), on a copy of this repository's history. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareAnswers, connect, connectKit, medianMs, root } from './clients.mjs';

export async function measureGit(program) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-git-'));
  const repo = join(folder, 'repo');
  spawnSync('git', ['clone', '--quiet', '--no-local', '--depth', '100', `file://${root}`, repo]);
  const kit = await connectKit('git', [folder]);
  const other = await connect(program, []);
  try {
    appendFileSync(join(repo, 'README.md'), 'One line more.\n');
    appendFileSync(join(repo, 'new.md'), 'A new file.\n');
    const [mine, theirs] = [{ repo: 'repo' }, { repo_path: repo }];
    await compareAnswers('git', kit, other, [
      ['status', ['status', mine], ['git_status', theirs]],
      ['diff', ['diff', mine], ['git_diff_unstaged', theirs]],
      ['log of 10 commits', ['log', { ...mine, limit: 10 }], ['git_log', { ...theirs, max_count: 10 }]],
      ['show a commit', ['show', { ...mine, ref: 'HEAD~3' }], ['git_show', { ...theirs, revision: 'HEAD~3' }]],
      ['branches', ['branches', mine], ['git_branch', { ...theirs, branch_type: 'local' }]],
    ]);
    const ours = await medianMs(9, () => kit.callTool({ name: 'status', arguments: mine }));
    const its = await medianMs(9, () => other.callTool({ name: 'git_status', arguments: theirs }));
    process.stdout.write(`git: status takes ${ours.toFixed(0)} ms; other server: ${its.toFixed(0)} ms\n`);
  } finally {
    await Promise.all([kit.close(), other.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
