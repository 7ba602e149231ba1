import type { ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { CodeSandbox } from '@assay/runs';
import { runMadeCode } from './run-made-code.js';

interface SandboxEndpoint {
  readonly code: string;
  readonly tier: number;
  readonly language?: 'javascript' | 'typescript';
  readonly limits?: { readonly cpuMs?: number; readonly memoryMb?: number; readonly timeoutMs?: number };
}

/** Calls tools whose code is in their manifest: each call runs in a fresh process of the sandbox. */
export class SandboxTransport implements ToolTransport {
  constructor(private readonly sandbox: CodeSandbox) {}

  async call({ manifest, input, deadline }: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const { code, tier, language = 'javascript', limits } = manifest.endpoint as unknown as SandboxEndpoint;
    if (tier > 0)
      return fail('isolation_required', `${manifest.name} asks for tier ${tier}; this server runs tools of tier 0.`, {
        outcome: 'none',
      });
    const remaining = Math.max(1, deadline.remainingMs());
    const timeoutMs = Math.min(limits?.timeoutMs ?? remaining, remaining);
    const made = { code, language, limits: { ...limits, timeoutMs } };
    const result = await runMadeCode(this.sandbox, made, input, deadline.signal).catch(() => undefined);
    if (result === undefined)
      return fail('unavailable', 'The sandbox could not be started.', { outcome: 'none', retryAfterMs: 1_000 });
    if (deadline.signal.aborted) {
      const isLate = deadline.signal.reason === 'deadline';
      return fail(isLate ? 'deadline_exceeded' : 'cancelled', 'The code was ended.', { outcome: 'none' });
    }
    if (result.kind !== 'returned') return fail('tool_error', result.message, { outcome: 'none' });
    const text = JSON.stringify(result.value ?? null);
    const content = [{ type: 'text', text }];
    return ok({ content, structured: result.value ?? null, isError: false, source: `sandbox:${manifest.name}` });
  }
}
