import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

export const toolTabs = ['overview', 'versions', 'trust', 'safety', 'connect', 'try'] as const;
export type ToolTab = (typeof toolTabs)[number];

export interface ToolSearch {
  readonly version?: string;
  readonly tab?: ToolTab;
}

export const toolRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools/$ns/$tool',
  validateSearch: ({ version, tab }: Record<string, unknown>): ToolSearch => {
    const known = toolTabs.find((it) => it === tab);
    return {
      ...(typeof version === 'string' && version.length <= 128 && { version }),
      ...(known !== undefined && known !== 'overview' && { tab: known }),
    };
  },
  component: lazyRouteComponent(() => import('./tool-page.js'), 'ToolPage'),
});
