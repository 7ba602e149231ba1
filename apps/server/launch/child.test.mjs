import { describe, expect, it } from '@jest/globals';
import { exitCodeOf, runForeground, runQuiet } from './child.mjs';

const script = (text) => ['-e', text];

describe('running a program', () => {
  it('passes its exit code on', async () => {
    expect(await runForeground(process.execPath, script('process.exit(3)'))).toBe(3);
  });

  it('tells an end by a signal as a shell would', async () => {
    expect(await runForeground(process.execPath, script("process.kill(process.pid, 'SIGTERM')"))).toBe(143);
    expect(exitCodeOf(null, 'SIGINT')).toBe(130);
    expect(exitCodeOf(null, 'SIGKILL')).toBe(1);
  });

  it('keeps the output of a quiet one whole, in both streams', async () => {
    const run = await runQuiet(
      process.execPath,
      script("console.log('out'); console.error('err'); process.exitCode = 2"),
    );
    expect(run).toMatchObject({ code: 2, interruptedBy: null });
    expect(run.output).toMatch(/out\n/);
    expect(run.output).toMatch(/err\n/);
  });

  it('rejects when there is no such program', async () => {
    await expect(runForeground('no-such-program-here', [])).rejects.toThrow(/ENOENT/);
  });

  it('leaves no signal listeners behind', async () => {
    const before = process.listenerCount('SIGINT');
    await runQuiet(process.execPath, script(''));
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
