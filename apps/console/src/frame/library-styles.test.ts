import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const sources = fileURLToPath(new URL('..', import.meta.url));
const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');

const usedIn = (text: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
    (names as string).split(',').map((name) => name.trim()),
  );

it('has the styles of every part of the library that a page imports', () => {
  const listed = readFileSync(join(sources, 'frame', 'library-styles.ts'), 'utf8');
  const used = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => usedIn(readFileSync(join(sources, path), 'utf8')));
  const needed = [...new Set(used)].filter((name) => existsSync(join(styles, `${name}.css`)));
  expect(needed.length).toBeGreaterThan(20);
  expect(needed.filter((name) => !listed.includes(`/${name}.css'`))).toEqual([]);
});
