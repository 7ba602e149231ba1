/** Where issuers send browsers back to, below the server's address. Its query carries a code, which no log shows. */
export const oauthCallbackPath = '/oauth/callback';
