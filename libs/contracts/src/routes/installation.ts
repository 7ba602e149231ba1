import { z } from 'zod';
import { installationSchema, replicaSchema } from '../installation.js';
import { cursor, define, listOf } from './route.js';

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
  listReplicas: {
    method: 'GET',
    path: '/v1/installation/replicas',
    tag: 'installation',
    summary: 'List the replicas on this database, the latest started first, stopped ones for a day (operators only)',
    scope: 'admin',
    query: z.strictObject(cursor),
    answers: { 200: listOf(replicaSchema) },
  },
});
