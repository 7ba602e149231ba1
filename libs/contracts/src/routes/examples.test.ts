import { describe, expect, it } from '@jest/globals';
import { type Route, type RouteName, routes } from '../routes.js';
import { type RouteExample, routeExamples } from './examples.js';

const examples = Object.entries(routeExamples) as [RouteName, RouteExample][];

describe('examples of routes', () => {
  it.each(examples)('%s: what is sent and answered fits the schemas', (name, { body, answer }) => {
    const route: Route = routes[name];
    expect(route.body?.safeParse(body).error?.issues).toBeUndefined();
    if (answer !== undefined) expect(route.answers[200]?.safeParse(answer).error?.issues).toBeUndefined();
  });
});
