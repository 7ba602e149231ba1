import { type Route, type RouteName, routes } from '@assay/contracts';
import { issuesOfShape } from '@assay/kernel';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { routeKey } from './endpoint.js';
import { FailureException } from './failure-exception.js';

const routeOf = (context: ExecutionContext): Route =>
  routes[Reflect.getMetadata(routeKey, context.getHandler()) as RouteName] as Route;

/** The request's body, checked against the route's schema. */
export const Body = createParamDecorator((_: unknown, context: ExecutionContext) =>
  bodyOf(routeOf(context), context.switchToHttp().getRequest<FastifyRequest>()),
);

export const bodyOf = ({ body }: Route, request: FastifyRequest): unknown =>
  checked(body as z.ZodType, request.body, '');

/** The request's body as it came, for use cases that check it themselves and report more. */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().body,
);

/** The request's query parameters, checked against the route's schema. */
export const Query = createParamDecorator((_: unknown, context: ExecutionContext) =>
  queryOf(routeOf(context), context.switchToHttp().getRequest<FastifyRequest>()),
);

export const queryOf = ({ query }: Route, request: FastifyRequest): unknown =>
  query === undefined ? {} : checked(query, { ...(request.query as object) }, '/query');

function checked(schema: z.ZodType, value: unknown, at: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .flatMap((issue) => issuesOfShape(issue, 'is not known here'))
    .map(({ path, message }) => ({ path: `${at}${path}`, message }));
  const first = issues[0] as { path: string; message: string };
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see errors)` : '';
  throw new FailureException({
    code: 'invalid_request',
    message: `${first.path || 'The body'} ${first.message}${more}.`,
    issues,
  });
}
