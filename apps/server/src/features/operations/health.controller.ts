import { errorTable } from '@assay/contracts';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Check, Readiness } from './readiness.js';

/** For load balancers and people: alive, and fit to serve. */
@Controller()
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const checks = await this.readiness.checks();
    const ok = Object.values(checks).every((it) => typeof it !== 'string');
    if (!ok) void reply.status(errorTable.unavailable.http);
    return {
      status: ok ? 'ready' : 'not ready',
      checks: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, wordOf(check)])),
    };
  }
}

function wordOf(check: Check): string {
  if (check === null) return 'ok';
  return typeof check === 'string' ? check : `degraded: ${check.degraded}`;
}
