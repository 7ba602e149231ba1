import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@assay/config';

/** The file tools reach a folder of their own until an operator names others. */
export function filesRoots(config: Pick<Config, 'filesRoots' | 'home'>): readonly string[] {
  if (config.filesRoots.length > 0) return config.filesRoots;
  const root = join(config.home, 'files');
  const welcome = join(root, 'welcome.md');
  mkdirSync(root, { recursive: true });
  if (!existsSync(welcome)) writeFileSync(welcome, welcomeText);
  return [root];
}

const welcomeText = `# Welcome to Assay

This folder is what the tools of \`assay/files\` can list, read and search. Put files here, or set ASSAY_FILES_ROOTS to
the folders they may reach.
`;
