import { errorTable } from '@assay/contracts';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { READINESS } from './rest/tokens.js';

/** What readiness depends on, by name: null when well, else what is wrong. */
export type Readiness = () => Promise<Readonly<Record<string, string | null>>>;

/** For load balancers and people: alive, and fit to serve. */
@Controller()
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const checks = await this.readiness();
    const ok = Object.values(checks).every((it) => it === null);
    if (!ok) void reply.status(errorTable.unavailable.http);
    return {
      status: ok ? 'ready' : 'not ready',
      checks: Object.fromEntries(Object.entries(checks).map(([name, wrong]) => [name, wrong ?? 'ok'])),
    };
  }
}
