/** Who is calling, and secrets at rest. */
export { AesSealer } from './aes-sealer.js';
export { registerBearerStrategy } from './bearer-strategy.js';
export { JwtVerifier } from './jwt-verifier.js';
export { SigningKey } from './signing-key.js';
