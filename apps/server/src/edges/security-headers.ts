/**
 * What every page of this server is sent with: nothing can frame it, its address goes to no other site, and a browser
 * takes its files for what they say they are. Which scripts and styles run is each page's own policy.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};
