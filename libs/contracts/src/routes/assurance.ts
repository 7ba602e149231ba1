import { z } from 'zod';
import {
  attestationSchema,
  attestSchema,
  changeStageSchema,
  stageSchema,
  verdicts,
  verificationSchema,
  withdrawAttestationSchema,
} from '../assurance.js';
import { cursor, define, listOf } from './route.js';

const versionPath = '/v1/tools/{ns}/{tool}/versions/{version}';

/** Whether tools do what they say, and what they may do therefore. */
export const assuranceRoutes = define({
  verifyTool: {
    method: 'POST',
    path: '/v1/tools/{ns}/{tool}/verify',
    tag: 'assurance',
    summary: 'Run the examples of a version now; one that is running already is answered with',
    scope: 'registry:publish',
    query: z.strictObject({ version: z.string().min(1).max(128).optional() }),
    answers: { 202: verificationSchema },
  },
  listVerifications: {
    method: 'GET',
    path: '/v1/verifications',
    tag: 'assurance',
    summary: 'List verifications of a tool you may see, or of your namespaces, newest first',
    scope: 'registry:read',
    query: z.strictObject({
      ...cursor,
      tool: z.string().max(200).optional(),
      verdict: z.enum(verdicts).optional(),
    }),
    answers: { 200: listOf(verificationSchema) },
  },
  showVerification: {
    method: 'GET',
    path: '/v1/verifications/{id}',
    tag: 'assurance',
    summary: 'Show a verification, example by example',
    scope: 'registry:read',
    answers: { 200: verificationSchema },
  },
  showStage: {
    method: 'GET',
    path: `${versionPath}/stage`,
    tag: 'assurance',
    summary: 'Show the stage of a version, what the next one needs, and how it came there',
    scope: 'registry:read',
    answers: { 200: stageSchema },
  },
  changeStage: {
    method: 'POST',
    path: `${versionPath}/stage`,
    tag: 'assurance',
    summary: 'Promote or demote a version: owners when the requirements are met, administrators with a reason',
    scope: 'registry:publish',
    body: changeStageSchema,
    answers: { 200: stageSchema },
  },
  listAttestations: {
    method: 'GET',
    path: `${versionPath}/attestations`,
    tag: 'assurance',
    summary: 'List what was attested of a version, newest first',
    scope: 'registry:read',
    query: z.strictObject(cursor),
    answers: { 200: listOf(attestationSchema) },
  },
  withdrawAttestation: {
    method: 'POST',
    path: `${versionPath}/attestations/{id}/withdraw`,
    tag: 'assurance',
    summary: 'Withdraw what was attested: whoever attested it, or an administrator; its stage follows',
    scope: 'trust:attest',
    body: withdrawAttestationSchema,
    answers: { 200: attestationSchema },
  },
  attest: {
    method: 'POST',
    path: `${versionPath}/attestations`,
    tag: 'assurance',
    summary: 'Attest an audit of a version, or who its provider is',
    scope: 'trust:attest',
    body: attestSchema,
    answers: { 201: attestationSchema },
  },
});
