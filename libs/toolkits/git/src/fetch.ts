import { z } from 'zod';
import type { Git } from './git.js';
import { gitTool, reachesHosts } from './git-tool.js';
import { repoField } from './names.js';
import { openRemote, remoteField } from './remotes.js';
import { undoField, undoToken } from './undo-token.js';

async function trackingRefs(git: Git, remote: string): Promise<Map<string, string>> {
  const text = await git.run(
    'for-each-ref',
    '--format=%(if)%(symref)%(then)%(else)%(refname) %(objectname)%(end)',
    `refs/remotes/${remote}`,
  );
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );
}

const updated = z.object({ ref: z.string(), before: z.string().nullable(), after: z.string() });

export const fetch = gitTool({
  name: 'fetch',
  title: 'Fetch from a remote',
  description: 'Update the remote-tracking branches of a remote. Local branches and working trees are not touched.',
  annotations: { ...reachesHosts, idempotentHint: true },
  input: z.strictObject({ repo: repoField, remote: remoteField }),
  output: z.object({ updated: z.array(updated), undo: undoField.nullable() }),
  async run({ repo, remote }, context) {
    const { repository } = await openRemote(repo, remote, context);
    const { git, shown } = repository;
    const before = await trackingRefs(git, remote);
    // Written out: the repository's own refspec may write to local branches.
    await git.run(
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--refmap=',
      remote,
      `+refs/heads/*:refs/remotes/${remote}/*`,
    );
    const after = await trackingRefs(git, remote);
    const changes = [...after]
      .filter(([ref, id]) => before.get(ref) !== id)
      .map(([ref, id]) => ({ ref, before: before.get(ref) ?? null, after: id }))
      .slice(0, 200);
    const undo = changes.length === 0 ? null : undoToken({ kind: 'fetch', repo: shown, refs: changes });
    return { structured: { updated: changes, undo }, text: `${changes.length} branches updated` };
  },
});
