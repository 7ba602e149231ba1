import { installationSchema } from '../installation.js';
import { define } from './route.js';

/** How the installation runs. */
export const installationRoutes = define({
  showInstallation: {
    method: 'GET',
    path: '/v1/installation',
    tag: 'installation',
    summary: 'Show how this replica runs: version, jobs, and the settings in force with their source (operators only)',
    scope: 'admin',
    answers: { 200: installationSchema },
  },
});
