import { type Route, type RouteName, routes } from '@assay/contracts';
import { type Caller, hasScope } from '@assay/identity';
import type { Failure } from '@assay/kernel';
import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { routeKey } from './endpoint.js';
import { FailureException } from './failure-exception.js';

/** A request behind the guard. */
type AuthenticatedRequest = FastifyRequest & { readonly user: Caller };

/** Who is calling, as Passport's strategy found. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().user,
);

/** Runs the Passport strategy, then asks for the scope of the route. */
export function callerGuard(strategy: string): Type<IAuthGuard> {
  return class CallerGuard extends AuthGuard(strategy) {
    override handleRequest<T>(error: unknown, user: T, info: unknown, context: ExecutionContext): T {
      if (error) throw error;
      if (!user) throw new FailureException(info as Failure);
      const name = Reflect.getMetadata(routeKey, context.getHandler()) as RouteName | undefined;
      if (name !== undefined) requireScope(user as unknown as Caller, (routes[name] as Route).scope);
      return user;
    }
  };
}

/** @throws FailureException when the caller lacks what a route asks for. */
export function requireScope(caller: Caller, scope: Route['scope']): void {
  if (scope === 'anonymous') return;
  if (caller.principalId === null) {
    throw new FailureException({
      code: 'unauthenticated',
      message: 'This needs an API key: send it as "Authorization: Bearer <key>".',
    });
  }
  if (scope !== 'authenticated' && !hasScope(caller, scope)) {
    throw new FailureException({
      code: 'forbidden',
      message: `Your key lacks the scope ${scope}. It has: ${[...caller.scopes].join(', ') || 'none'}. Ask an administrator for one that has it.`,
      data: { missingScope: scope },
    });
  }
}
