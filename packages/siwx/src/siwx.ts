import type { SignInPlugin } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { SignInMessage, SignInSession } from '@foyer/protocol/signIn'
import { createPlugin } from './createPlugin.ts'
import type { SignInServer } from './rules.ts'

/**
 * Creates the sign-in of a site: the server learns which account the user really has. Nothing of it loads before the user
 * picks a wallet.
 *
 * @example
 * ```ts
 * createFoyer({ projectId, adapters: [evm()], networks: [mainnet], siwx: siwx({ statement: 'Sign in to Example.' }) })
 * ```
 */
export function siwx({
  expirationMs,
  resources,
  server,
  statement,
  uri,
  url = '/siwx',
  required = true,
  oneClick = true,
  signOutOnDisconnect = true,
  signOutOnAccountChange = true,
  signOutOnNetworkChange = false,
  ...options
}: siwx.Options = {}): SignInPlugin {
  return createPlugin({
    required,
    oneClick,
    signOutOnDisconnect,
    signOutOnAccountChange,
    signOutOnNetworkChange,
    ...options,
    server: server ?? {
      getNonce: async () => (await import('./callServer.ts')).callNonce(url),
      verify: async (signed) => (await import('./callServer.ts')).callVerify(url, signed),
      getSession: async () => (await import('./callServer.ts')).callSession(url),
      signOut: async (leaving) => (await import('./callServer.ts')).callSignOut(url, leaving),
    },
    parts: (): Partial<SignInMessage> => ({
      ...(statement !== undefined && { statement }),
      ...(uri !== undefined && { uri }),
      ...(resources && { resources }),
      ...(expirationMs !== undefined && {
        expirationTime: new Date(Date.now() + expirationMs).toISOString(),
      }),
    }),
  })
}

export declare namespace siwx {
  type Options = {
    /** Path or URL of `@foyer/siwx-server`, on the page's own origin. @default '/siwx' */
    url?: string | undefined
    /** Calls of another server, instead of `url`. @default none */
    server?: SignInServer | undefined
    /** An account that does not sign in is disconnected. @default true */
    required?: boolean | undefined
    /** Wallets that can connect and sign in with one approval are asked to. @default true */
    oneClick?: boolean | undefined
    /** Ends the account's sign-in when its wallet disconnects. @default true */
    signOutOnDisconnect?: boolean | undefined
    /** Ends the sign-in of the account that the wallet leaves; false: one session holds several accounts. @default true */
    signOutOnAccountChange?: boolean | undefined
    /** Ends the sign-in when the wallet changes the network: for sites with an account a network. @default false */
    signOutOnNetworkChange?: boolean | undefined
    /** One line that the user reads in the wallet; printable ASCII. @default none */
    statement?: string | undefined
    /** The URI that the user signs in to. @default the page's origin */
    uri?: string | undefined
    /** URIs that the user agrees to; the last may be a ReCap. @default none */
    resources?: readonly string[] | undefined
    /** Time in which the message must reach the server, ms. @default that of the nonce */
    expirationMs?: number | undefined
    /** Namespaces that must sign in. @default all */
    namespaces?: readonly Namespace[] | undefined
    onSignIn?: ((session: SignInSession) => void) | undefined
    onSignOut?: (() => void) | undefined
  }
}
