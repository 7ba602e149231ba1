import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../../apps/server/launch/npm.mjs';

/** What people install from outside, beside the kits; everything else is private. */
const published = ['libs/contracts', 'libs/json-schema', 'libs/sdk', 'libs/isolation', 'libs/sandbox', 'apps/cli'];

/** Folders of the published workspaces, as paths from the root. Every workspace in `libs/toolkits` is published. */
const publishedIn = (root) =>
  [...published, ...readdirSync(join(root, 'libs', 'toolkits')).map((name) => `libs/toolkits/${name}`)].filter((path) =>
    existsSync(join(root, path, 'package.json')),
  );

const unwanted = /(?:^|\/)(?:src|test)\/|\.test\.|\.tsx?$(?<!\.d\.ts)|\.env$/;

/** Files that package.json points to and that a program needs at run time. */
function promised(manifest) {
  const exported = Object.values(manifest.exports ?? {}).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.types, entry.default],
  );
  const bin = typeof manifest.bin === 'string' ? [manifest.bin] : Object.values(manifest.bin ?? {});
  return [...exported, ...bin].filter(Boolean).map((path) => path.replace(/^\.\//, ''));
}

/** What is wrong with a package, given its package.json and the files that would be packed. */
export function packageProblems(manifest, files) {
  const has = new Set(files);
  const bundled = new Set(manifest.bundleDependencies ?? manifest.bundledDependencies ?? []);
  const ours = (path) => ![...bundled].some((name) => path.startsWith(`node_modules/${name}/`));
  return [
    ...promised(manifest)
      .filter((path) => !has.has(path))
      .map((path) => `${path} is promised by package.json but not packed`),
    ...files.filter((path) => ours(path) && unwanted.test(path)).map((path) => `${path} does not belong in a package`),
    ...(files.some((path) => /^dist\/.*\.js$/.test(path)) ? [] : ['nothing of dist is packed']),
  ];
}

/** npm answers a list, or an object by package name, depending on its version. */
const packedFiles = (output) => {
  const answer = JSON.parse(output.slice(output.search(/^[[{]/m)));
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer);
  return packed.files.map(({ path }) => path);
};

/** Packs each published workspace without writing anything. Resolves to problems, each with its package. */
export async function checkPackages(root) {
  const problems = [];
  for (const folder of publishedIn(root)) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error', '--workspace', folder];
    const { code, output } = await runNpm(root, args);
    const found = code === 0 ? packageProblems(manifest, packedFiles(output)) : [output.trim()];
    problems.push(...found.map((problem) => `${manifest.name}: ${problem}`));
  }
  return problems;
}
