import { type Route, type RouteName, routes } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { PendingChange, PendingChanges } from '@assay/kernel';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { routeKey } from './endpoint.js';
import { withPendingAudit } from './with-pending-audit.js';

/** Routes that ask under another method than GET, or change nothing that anybody records. */
const changeNothing: ReadonlySet<RouteName> = new Set<RouteName>([
  'checkTool',
  'discover',
  'cancelInvocation',
  'checkPolicy',
  'evaluatePolicy',
  'readNotification',
  'readAllNotifications',
]);
const subjectCapCharacters = 1_000;

/**
 * Writes down who asks for a change before it is carried out: what a server leaves that dies in between is then in the
 * audit log all the same.
 */
export class PendingChangeInterceptor implements NestInterceptor {
  constructor(private readonly pending: PendingChanges) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name = Reflect.getMetadata(routeKey, context.getHandler()) as RouteName | undefined;
    const change = name && changeOf(name, context.switchToHttp().getRequest<FastifyRequest & { user?: Caller }>());
    if (change === undefined) return next.handle();
    return from(
      withPendingAudit(this.pending, change, () => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }
}

function changeOf(name: RouteName, { user, url }: FastifyRequest & { user?: Caller }): PendingChange | undefined {
  const { method, path } = routes[name] as Route;
  if (method === 'GET' || changeNothing.has(name) || user?.organisationId == null) return undefined;
  const { organisationId, principalId } = user;
  const subject = (url.split('?')[0] ?? '').slice(0, subjectCapCharacters);
  return { organisationId, principalId, action: `${method} ${path}`, subject };
}
