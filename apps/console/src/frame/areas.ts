/** The areas of the console in the order of the navigation. */
export interface Area {
  readonly label: string;
  readonly to: string;
  /** Shown only to callers with this scope; to everybody when absent. */
  readonly scope?: string;
  /** Shown only to people who are signed in. */
  readonly signedIn?: boolean;
}

export const areas: readonly Area[] = [
  { label: 'Marketplace', to: '/' },
  { label: 'Inbox', to: '/inbox', signedIn: true },
  { label: 'Publishing', to: '/publishing', scope: 'registry:publish' },
  { label: 'Compositions', to: '/compositions', scope: 'tools:call' },
  { label: 'Dashboard', to: '/dashboard', signedIn: true },
  { label: 'Administration', to: '/administration', scope: 'admin' },
];
