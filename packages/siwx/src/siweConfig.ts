import type { SignInPlugin } from '@foyer/core'
import type { ChainId } from '@foyer/protocol'
import type { SignInSession } from '@foyer/protocol/signIn'
import { createPlugin } from './createPlugin.ts'

/**
 * The sign-in of a site that has its own server, by the callbacks of older kits: EVM accounts only, one at a time.
 *
 * @example
 * ```ts
 * createFoyer({ …, siweConfig: siweConfig({ getNonce, verifyMessage, getSession, signOut }) })
 * ```
 */
export function siweConfig(options: siweConfig.Options): SignInPlugin {
  const getSession = async (): Promise<SignInSession | undefined> => {
    const session = await options.getSession()
    if (!session) return undefined
    const chainId: ChainId = `eip155:${session.chainId}`
    // The server keeps the times; nothing here depends on them.
    return {
      accounts: [{ address: session.address, chainId }],
      issuedAt: 0,
      expiresAt: Number.MAX_SAFE_INTEGER,
    }
  }
  const { createMessage, getMessageParams, onSignIn } = options
  return createPlugin({
    namespaces: ['eip155'],
    required: options.required ?? true,
    // A message that the site writes itself is not one that a wallet writes.
    oneClick: createMessage === undefined,
    signOutOnDisconnect: options.signOutOnDisconnect ?? true,
    signOutOnAccountChange: options.signOutOnAccountChange ?? true,
    signOutOnNetworkChange: options.signOutOnNetworkChange ?? true,
    server: {
      getNonce: async () => options.getNonce(),
      async verify(signed) {
        return (await options.verifyMessage(signed)) ? getSession() : undefined
      },
      getSession,
      async signOut() {
        await options.signOut()
        return undefined
      },
    },
    parts: () => getMessageParams?.() ?? {},
    write:
      createMessage &&
      (({ address, chainId, nonce }) =>
        createMessage({ address, chainId: Number(chainId.slice('eip155:'.length)), nonce })),
    onSignIn:
      onSignIn &&
      (({ accounts: [account] }) => {
        if (account)
          onSignIn({ address: account.address, chainId: Number(account.chainId.split(':')[1]) })
      }),
    onSignOut: options.onSignOut,
  })
}

export declare namespace siweConfig {
  type Session = { address: string; chainId: number }
  type Options = {
    getNonce: () => string | Promise<string>
    /** True if the server accepts the signature. */
    verifyMessage: (signed: { message: string; signature: string }) => boolean | Promise<boolean>
    /** The signed-in account; null if there is none. */
    getSession: () => (Session | null) | Promise<Session | null>
    signOut: () => unknown
    /** The text to sign. @default an ERC-4361 message of this page */
    createMessage?:
      | ((parts: { address: string; chainId: number; nonce: string }) => string | Promise<string>)
      | undefined
    /** Parts of the message that differ from the page's own. @default none */
    getMessageParams?: (() => { domain?: string; uri?: string; statement?: string }) | undefined
    /** An account that does not sign in is disconnected. @default true */
    required?: boolean | undefined
    /** @default true */
    signOutOnDisconnect?: boolean | undefined
    /** @default true */
    signOutOnAccountChange?: boolean | undefined
    /** @default true */
    signOutOnNetworkChange?: boolean | undefined
    onSignIn?: ((session: Session) => void) | undefined
    onSignOut?: (() => void) | undefined
  }
}
