import { z } from 'zod';
import { type Current, replaceFile, sha256Of, type Target } from './change-file.js';
import type { KeptContents } from './kept-contents.js';

export const sha256Field = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()
  .describe('Only if the file has this SHA-256 now (metadata and write return it)');

/** Replaces or creates a file and keeps what was there. Throws a Refusal; then nothing has changed and nothing is kept. */
export async function writeKeeping(
  kept: KeptContents,
  target: Target,
  current: Current | null,
  content: Buffer,
  signal: AbortSignal,
): Promise<{ readonly undo: string; readonly undoUntil: string }> {
  const before = current && { sha256: current.sha256, sizeBytes: current.content.length, mode: current.mode };
  const change = {
    kind: 'content' as const,
    folder: target.folderPath,
    name: target.name,
    after: sha256Of(content),
    before,
  };
  const { undo, until } = await kept.keep(change, current?.content ?? null);
  try {
    signal.throwIfAborted();
    await replaceFile(target, current, content);
  } catch (error) {
    await kept.forget(undo);
    throw error;
  }
  return { undo, undoUntil: new Date(until).toISOString() };
}
