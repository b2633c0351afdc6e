import type { Foyer } from '@foyer/core'
import type { AuthConnector, AuthFacts } from '@foyer/core/internal'
import type { FrameLogin } from '@foyer/protocol/frame'
import type { CustomAuth } from './customAuth.ts'
import { takeSocialResult } from './host/takeSocialResult.ts'
import type { OpenEmbedded } from './openEmbedded.ts'

/** A connector to the wallet of the login site. */
export type EmbeddedConnector = AuthConnector & {
  /** Loads the client once, without the frame. */
  readonly open: () => Promise<OpenEmbedded>
}

const logins: readonly (keyof FrameLogin)[] = [
  'connectEmail',
  'connectDevice',
  'connectOtp',
  'connectPasskey',
  'getSocialRedirectUri',
  'connectSocial',
  'connectCustom',
  'getFarcasterUri',
  'connectFarcaster',
  'updateEmail',
  'updateEmailPrimaryOtp',
  'updateEmailSecondaryOtp',
]

/**
 * Creates a connector to the embedded wallet: a login by email or social account on the site at `loginUrl`, which keeps
 * the keys. Code and frame load on first use.
 *
 * @example
 * ```ts
 * createFoyer({ projectId, adapters: [evm()], networks: [mainnet], connectors: [embedded({ loginUrl, projectId })] })
 * ```
 */
export function embedded({
  name = 'Embedded wallet',
  namespaces = ['eip155', 'solana'],
  ...options
}: embedded.Options): EmbeddedConnector {
  const facts: AuthFacts = {}
  /** Attached instances, with their stop functions once loaded. */
  const attached = new Map<Foyer, (() => void) | undefined>()
  let opening: Promise<OpenEmbedded> | undefined
  let opened: OpenEmbedded | undefined
  let isTaken = false
  const open = () => {
    opening ??= import('./openEmbedded.ts')
      .then(({ openEmbedded }) => {
        opened = openEmbedded({ ...options, facts })
        for (const foyer of attached.keys()) attached.set(foyer, opened.attach(foyer, connector))
        return opened
      })
      .catch((error: unknown) => {
        // Retry a chunk that failed to load.
        opening = undefined
        throw error
      })
    return opening
  }
  const later = (name: keyof FrameLogin) => async (given?: object) =>
    ((await (await open()).login())[name] as (given?: object) => Promise<unknown>)(given)
  const connector: EmbeddedConnector = {
    id: 'embedded',
    type: 'AUTH',
    name,
    namespaces,
    sharesSession: true,
    loginUrl: options.loginUrl,
    customLogin: options.customAuth?.name,
    attach(foyer) {
      attached.set(foyer, opened?.attach(foyer, connector))
      if (options.customAuth?.silent && typeof document !== 'undefined')
        open().then(
          (opened) => opened.connectSilently(foyer, connector),
          (error) => foyer.log('error', 'the login could not be loaded', error),
        )
      // For one of several instances.
      const uri = isTaken ? undefined : takeSocialResult(options.loginUrl)
      isTaken = true
      if (uri !== undefined)
        open().then(
          ({ emit }) => emit('social', { uri }),
          (error) => foyer.log('error', 'the login could not be completed', error),
        )
      return () => {
        attached.get(foyer)?.()
        attached.delete(foyer)
      }
    },
    open,
    login: Object.fromEntries(logins.map((name) => [name, later(name)])) as FrameLogin,
    connect: async (parameters) => (await open()).connect(parameters),
    signIn: async (parameters) => (await open()).signIn(parameters),
    disconnect: async ({ namespace }) => (await open()).disconnect(namespace),
    watch: ({ listener, namespace }) => opened?.watch(namespace, listener) ?? (() => {}),
    abortRequests: () => opened?.abortRequests(),
    sync(given) {
      Object.assign(facts, given)
      opened?.sync(given)
    },
    setPreferredAccount: async (type) => (await (await open()).login()).setPreferredAccount(type),
    getSmartAccountNetworks: async () => (await (await open()).login()).getSmartAccountNetworks(),
  }
  return connector
}

export declare namespace embedded {
  type Options = {
    /** Origin of `apps/login`: `https://…`, on a domain of its own. */
    loginUrl: string
    /** The site's id at its api. */
    projectId: string
    /**
     * Your own login, with which your users open the wallet; the operator of the login site must have configured it.
     * @default none
     */
    customAuth?: CustomAuth | undefined
    /** Name in the wallet list. @default 'Embedded wallet' */
    name?: string | undefined
    /** Namespaces to offer. @default ['eip155', 'solana'] */
    namespaces?: readonly ('eip155' | 'solana')[] | undefined
    /** Timeout for loading the frame, ms. @default 20000 */
    loadMs?: number | undefined
    /** Extra wait after the frame is ready, ms. @default 500 */
    readyDelayMs?: number | undefined
  }
}
