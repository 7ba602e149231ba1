import { watch as watchFolder } from 'node:fs/promises';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { globField, pathField } from './fields.js';
import { fileTool } from './file-tool.js';
import { compileGlob } from './glob.js';
import { openFolder } from './opened.js';

export const watch = fileTool({
  name: 'watch',
  title: 'Watch a folder',
  description:
    'Wait for changes below a folder. Each is sent as a progress notification while the call runs; the answer lists the paths that changed. Ends after forMs, or at maxEvents.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    path: pathField.default('.'),
    glob: globField.optional(),
    forMs: z.int().min(100).max(540_000).default(20_000),
    maxEvents: z.int().min(1).max(1_000).default(1).describe('End after this many changed paths'),
  }),
  output: z.object({
    path: z.string(),
    changed: z.array(z.string()).describe('Paths, each once, in the order in which they were noticed'),
    ended: z.enum(['time', 'events']),
  }),
  async run({ path, glob, forMs, maxEvents }, { territory, signal, progress }) {
    const place = await territory.locate(path);
    const folder = await openFolder(place.real, place.root, place.shown);
    const matcher = glob === undefined ? undefined : compileGlob(glob);
    const base = place.shown === '.' ? '' : `${place.shown}/`;
    const changed = new Set<string>();
    const late = AbortSignal.timeout(forMs);
    try {
      for await (const { filename } of watchFolder(place.real, {
        recursive: true,
        signal: AbortSignal.any([signal, late]),
      })) {
        if (filename === null || /\.assay-write$|^\.assay-trash/.test(filename)) continue;
        if (matcher && !matcher.matches(filename.split('/'))) continue;
        const shown = base + filename;
        if (changed.has(shown)) continue;
        changed.add(shown);
        progress(changed.size, shown);
        if (changed.size >= maxEvents) break;
      }
    } catch (error) {
      signal.throwIfAborted();
      if ((error as { code?: unknown }).code === 'ENOSPC')
        throw new Refusal('The system lets nobody watch more folders. Watch a smaller one, or use list.');
      if (!late.aborted) throw error;
    } finally {
      await folder.close();
    }
    const structured = {
      path: place.shown,
      changed: [...changed],
      ended: late.aborted ? ('time' as const) : ('events' as const),
    };
    return { structured, text: structured.changed.join('\n') || 'Nothing changed.' };
  },
});
