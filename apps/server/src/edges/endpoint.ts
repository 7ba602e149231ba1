import { type RouteName, routes } from '@assay/contracts';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';

export const routeKey = 'assay:route';

/** Binds a controller's method to a row of the route table: method, path, scope, checks and first success status. */
export const Endpoint = (name: RouteName): MethodDecorator => {
  const { method, path, answers } = routes[name];
  return applyDecorators(
    SetMetadata(routeKey, name),
    RequestMapping({ method: RequestMethod[method], path: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    HttpCode(Number(Object.keys(answers)[0])),
  );
};
