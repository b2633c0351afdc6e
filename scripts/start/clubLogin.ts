import type { CustomLoginSetting } from '@foyer/server/tokens'

/**
 * The entry of the demo site's own login in CUSTOM_LOGINS, the same on both servers.
 *
 * @param parameters.site - origin of the site, as browsers see it
 * @param parameters.login - origin of the login site, which alone the tokens are for
 */
export const clubLogin = ({
  login,
  port,
  projectId,
  site,
}: {
  login: string
  port: number
  projectId: string
  site: string
}) =>
  ({
    id: 'club',
    projects: [projectId],
    issuer: site,
    audience: login,
    // Node may not resolve names below localhost.
    jwksUrl: `http://127.0.0.1:${port}/club/jwks`,
    proofUrl: `${site}/club/prove`,
    algorithms: ['ES256'],
    nonce: 'required',
  }) satisfies CustomLoginSetting
