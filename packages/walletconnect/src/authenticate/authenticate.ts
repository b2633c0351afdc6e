import type { WalletConnectConnector } from '../walletConnect.ts'
import type { requestSignIn } from './requestSignIn.ts'

/**
 * Connects a wallet and signs in with one approval if the wallet supports that, else only connects. Afterwards a silent
 * `connect` of the connector returns the session. The site's server must verify the signatures.
 *
 * @throws FoyerError `user-rejected`, `request-timed-out`, `request-aborted`, `sign-in-failed` (the wallet signed
 *   something else), `relay-unreachable`, `relay-refused`, `clock-wrong`, `params-invalid`
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticate
 */
export async function authenticate(
  connector: WalletConnectConnector,
  parameters: authenticate.Parameters,
): Promise<authenticate.Result> {
  const [{ client }, { requestSignIn }] = await Promise.all([
    connector.open(),
    import('./requestSignIn.ts'),
  ])
  return requestSignIn(client, parameters)
}

export declare namespace authenticate {
  type Parameters = requestSignIn.Parameters
  type Result = requestSignIn.Result
}
