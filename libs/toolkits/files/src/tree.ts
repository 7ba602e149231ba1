import { z } from 'zod';
import { globField, pathField } from './fields.js';
import { fileTool } from './file-tool.js';
import { compileGlob } from './glob.js';
import { noRules, rulesAbove } from './ignore-rules.js';
import { openFolder } from './opened.js';
import { walk } from './walk.js';

export const tree = fileTool({
  name: 'tree',
  title: 'Show a folder as a tree',
  description:
    'The names below a folder as indented lines, folders with a slash: the shortest overview of a project. Ignored files are left out.',
  input: z.strictObject({
    path: pathField.default('.'),
    depth: z.int().min(1).max(16).default(3),
    exclude: z.array(globField).max(32).default(['node_modules']),
    ignoreFiles: z.boolean().default(true).describe('Leave out what .gitignore and .ignore files name'),
    hidden: z.boolean().default(false),
    maxEntries: z.int().min(1).max(5_000).default(400),
  }),
  output: z.object({
    tree: z.string(),
    entries: z.int().nonnegative(),
    truncated: z.boolean().describe('There is more than maxEntries. Ask with a smaller depth, or for a folder'),
  }),
  async run({ path, depth, exclude, ignoreFiles, hidden, maxEntries }, { territory, signal }) {
    if (territory.isOverview(path)) {
      const names = territory.roots.map(({ name }) => `${name}/`);
      return {
        structured: { tree: names.join('\n'), entries: names.length, truncated: false },
        text: names.join('\n'),
      };
    }
    const place = await territory.locate(path);
    const folder = await openFolder(place.real, place.root, place.shown);
    const lines: string[] = [];
    let truncated = false;
    try {
      for await (const { segments, kind } of walk(folder, {
        depth,
        hidden,
        ignoreFiles,
        outerRules: ignoreFiles ? await rulesAbove(place) : noRules,
        exclude: exclude.map(compileGlob),
        signal,
      })) {
        if (lines.length === maxEntries) {
          truncated = true;
          break;
        }
        const mark = kind === 'folder' ? '/' : kind === 'link' ? '@' : '';
        lines.push(`${' '.repeat(segments.length - 1)}${segments.at(-1)}${mark}`);
      }
    } finally {
      await folder.close();
    }
    const text = lines.join('\n');
    return { structured: { tree: text, entries: lines.length, truncated }, text: text || 'Nothing here.' };
  },
});
