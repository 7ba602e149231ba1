import { Refusal } from '@assay/kit';
import { z } from 'zod';
import type { GitContext } from './git-tool.js';
import { openRepository, type Repository } from './repository.js';

export const remoteField = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'the name of a remote')
  .default('origin');

export const urlField = z.string().min(1).max(2_000).describe('https address of the repository, without credentials');

/** An address of HTTP. Everything else starts programs (`ext::`, ssh) or reads this machine (paths, `file:`). */
export function checkedUrl(text: string): URL {
  const url = URL.canParse(text) && /^https?:\/\//i.test(text) ? new URL(text) : null;
  if (url === null)
    throw new Refusal(`"${text.slice(0, 100)}" is not an https address. Other protocols and local paths are refused.`);
  if (url.username !== '' || url.password !== '')
    throw new Refusal('The address contains credentials. Leave them out: assay connect keeps them.');
  if (url.search !== '' || url.hash !== '') throw new Refusal('The address has a query or a fragment. Leave it out.');
  return url;
}

export interface Remote {
  readonly url: URL;
  /** Opened again with the caller's token, which is sent to this host alone. */
  readonly repository: Repository;
}

/** git also applies a remote's refspecs after a push: they must not write to local branches. */
async function refuseWritingRefspecs({ git }: Repository, name: string): Promise<void> {
  const specs = (await git.attempt('config', '--get-all', `remote.${name}.fetch`))?.split('\n').filter(Boolean) ?? [];
  const isMirror = ((await git.attempt('config', '--get', `remote.${name}.mirror`)) ?? '').trim() === 'true';
  const isTracking = (spec: string) => /^\^|:refs\/(?:remotes|tags)\//.test(spec);
  if (isMirror || !specs.every(isTracking))
    throw new Refusal(
      `The remote "${name}" writes to local branches when it is fetched or pushed to. A person has to change remote.${name}.fetch.`,
    );
}

/** The remote of a repository; its address is checked, also the one that is used for pushing. Throws a Refusal. */
export async function openRemote(repo: string, name: string, context: GitContext): Promise<Remote> {
  const { territory, signal, token } = context;
  const plain = await openRepository(repo, { territory, signal });
  const fetches =
    (await plain.git.attempt('config', '--get-all', `remote.${name}.url`))?.split('\n').filter(Boolean) ?? [];
  const pushes =
    (await plain.git.attempt('config', '--get-all', `remote.${name}.pushurl`))?.split('\n').filter(Boolean) ?? [];
  if (fetches.length !== 1)
    throw new Refusal(`The repository has no remote "${name}" with one address. A person adds it with git remote add.`);
  const url = checkedUrl(fetches[0] as string);
  if (pushes.some((it) => it !== fetches[0]))
    throw new Refusal(
      `The remote "${name}" pushes to another address than it fetches from. A person has to remove that.`,
    );
  await refuseWritingRefspecs(plain, name);
  const credential = token === undefined ? undefined : { origin: url.origin, token };
  return { url, repository: await openRepository(repo, { territory, signal, credential }) };
}
