import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';
import { localPath } from './local-path.js';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next: given, failed }: Record<string, unknown>): { next?: string; failed?: string } => {
    const next = localPath(given);
    return { ...(next !== undefined && { next }), ...(typeof failed === 'string' && { failed }) };
  },
  component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
});

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome/$token',
  component: lazyRouteComponent(() => import('./welcome-page.js'), 'WelcomePage'),
});

export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent/$id',
  component: lazyRouteComponent(() => import('./consent-page.js'), 'ConsentPage'),
});

export const commandLineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/command-line',
  validateSearch: (search: Record<string, unknown>): { code?: string } =>
    typeof search.code === 'string' && search.code !== '' ? { code: search.code } : {},
  component: lazyRouteComponent(() => import('./command-line-page.js'), 'CommandLinePage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.js'), 'AccountPage'),
});

export const signInRoutes = [accountRoute, signInRoute, welcomeRoute, consentRoute, commandLineRoute];
