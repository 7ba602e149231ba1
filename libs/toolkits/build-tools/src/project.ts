import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin, Refusal, type Territory } from '@assay/kit';
import { detectSystems } from './detect.js';
import type { DetectedSystem } from './systems/system.js';

export interface Project {
  /** Real path of the repository: the folder with `.git`, or the folder that was asked for. */
  readonly top: string;
  /** Real path of the project's folder. */
  readonly folder: string;
  readonly shown: string;
  readonly systems: readonly DetectedSystem[];
}

/** The repository that a folder belongs to, never above its root. */
function topOf(path: string, root: string): string {
  for (let at = path; isWithin(root, at); at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === root) break;
  }
  return path;
}

/** Throws a Refusal when a path leads outside or is no folder. */
export async function openProject(territory: Territory, repo: string, project: string): Promise<Project> {
  const place = await territory.locate(repo);
  const inner = project === '.' ? place : await territory.locate(`${repo}/${project}`);
  if (!isWithin(place.real, inner.real)) throw new Refusal(`"${project}" is not inside the repository.`);
  return {
    top: topOf(place.real, place.root.path),
    folder: inner.real,
    shown: inner.shown,
    systems: detectSystems(inner.real),
  };
}
