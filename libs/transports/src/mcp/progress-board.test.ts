import type { ToolProgress } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import { ProgressBoard } from './progress-board.js';

type Sent = Readonly<Record<string, unknown>> & { readonly _meta?: Readonly<Record<string, unknown>> };
const progressOf = (token: unknown, more: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: token, ...more },
});

describe('ProgressBoard', () => {
  it('asks for progress beside what travels already, and tells it while the request runs', async () => {
    const board = new ProgressBoard();
    const reported: ToolProgress[] = [];
    const answer = await board.during(
      { name: 't', _meta: { own: 1 } },
      (it) => reported.push(it),
      async (params: Sent) => {
        expect(params).toMatchObject({ name: 't', _meta: { own: 1, progressToken: expect.any(String) } });
        const token = params._meta?.progressToken;
        expect(board.takeProgress(progressOf(token, { progress: 1, total: 2, message: 'x'.repeat(600) }))).toBe(true);
        expect(board.takeProgress(progressOf(token, { progress: 'half' }))).toBe(true);
        expect(board.takeProgress(progressOf(token, { progress: 2, message: `${'x'.repeat(499)}😀` }))).toBe(true);
        return token;
      },
    );
    expect(reported).toEqual([
      { progress: 1, total: 2, message: 'x'.repeat(500) },
      { progress: 2, message: `${'x'.repeat(499)}\ufffd` },
    ]);
    expect(board.takeProgress(progressOf(answer, { progress: 2 }))).toBe(false);
  });

  it('asks for nothing when nobody wants it, and leaves other messages alone', async () => {
    const board = new ProgressBoard();
    const params = { name: 't' };
    await board.during(params, undefined, async (sent) => expect(sent).toBe(params));
    expect(board.takeProgress({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })).toBe(false);
    expect(board.takeProgress(progressOf('somebody else’s', { progress: 1 }))).toBe(false);
  });
});
