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
    summary: 'Verify a version now by running its examples; returns the verification already running, if any',
    scope: 'registry:publish',
    query: z.strictObject({ version: z.string().min(1).max(128).optional() }),
    answers: { 202: verificationSchema },
  },
  listVerifications: {
    method: 'GET',
    path: '/v1/verifications',
    tag: 'assurance',
    summary: 'List verifications of a visible tool, or of your namespaces, newest first',
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
    summary: "Show a version's stage, the next stage's requirements and the history",
    scope: 'registry:read',
    answers: { 200: stageSchema },
  },
  changeStage: {
    method: 'POST',
    path: `${versionPath}/stage`,
    tag: 'assurance',
    summary: 'Promote or demote a version: owners if requirements are met, administrators with a reason',
    scope: 'registry:publish',
    body: changeStageSchema,
    answers: { 200: stageSchema },
  },
  listAttestations: {
    method: 'GET',
    path: `${versionPath}/attestations`,
    tag: 'assurance',
    summary: "List a version's attestations, newest first",
    scope: 'registry:read',
    query: z.strictObject(cursor),
    answers: { 200: listOf(attestationSchema) },
  },
  withdrawAttestation: {
    method: 'POST',
    path: `${versionPath}/attestations/{id}/withdraw`,
    tag: 'assurance',
    summary: 'Withdraw an attestation, as its author or an administrator; the stage is updated',
    scope: 'trust:attest',
    body: withdrawAttestationSchema,
    answers: { 200: attestationSchema },
  },
  attest: {
    method: 'POST',
    path: `${versionPath}/attestations`,
    tag: 'assurance',
    summary: "Attest an audit of a version or its provider's identity",
    scope: 'trust:attest',
    body: attestSchema,
    answers: { 201: attestationSchema },
  },
});
