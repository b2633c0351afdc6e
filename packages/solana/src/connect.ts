import type { Connector, Network, Provider, Scope, Session } from '@foyer/core'
import { abortable, timeLimit } from '@foyer/core/internal'
import { type ChainId, FoyerError } from '@foyer/protocol'
import { readScope } from './readScope.ts'
import {
  parseStandardAccounts,
  readFeature,
  type StandardAccount,
  type StandardWallet,
} from './standardWallet.ts'
import { toSolanaError } from './toSolanaError.ts'

/** Time for a wallet to answer a request without a prompt, ms. */
const silentLimitMs = 5_000

/**
 * Connects to a wallet; with `silent` only checks, without a prompt, that it is still connected.
 *
 * @throws FoyerError `user-rejected`, `connection-invalid`, `request-aborted`; with `silent` also `not-connected`
 * @source https://github.com/wallet-standard/wallet-standard
 */
export async function connect(parameters: connect.Parameters): Promise<Session> {
  const { signal, silent } = parameters
  if (signal.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  const opened = silent
    ? timeLimit(openSession(parameters), { code: 'not-connected', ms: silentLimitMs })
    : openSession(parameters)
  return abortable(opened, signal)
}

export declare namespace connect {
  type Parameters = {
    wallet: StandardWallet
    /** The network to connect on, if the wallet allows it. */
    chainId: ChainId | undefined
    /** The networks of the site, of any namespace. */
    networks: readonly Network[]
    silent: boolean
    /** Also asks for a sign-in, of a wallet with `solana:signIn`. @default none */
    signIn?: Connector.ConnectParameters['signIn']
    signal: AbortSignal
  }
}

async function openSession({
  chainId,
  networks,
  signal,
  signIn,
  silent,
  wallet,
}: connect.Parameters): Promise<Session> {
  const signedIn =
    signIn && !silent && readFeature(wallet, 'solana:signIn')
      ? await (await import('./connectAndSignIn.ts')).connectAndSignIn(wallet, {
          chainId:
            chainId ??
            networks.find(({ chainNamespace }) => chainNamespace === 'solana')?.caipNetworkId,
          signal,
          signIn,
        })
      : undefined
  // A wallet that has signed in is connected.
  const own = signedIn ? wallet.accounts : await readAccounts(wallet, silent)
  const all = parseStandardAccounts(own)
  // The account that signed in comes first.
  const accounts = signedIn
    ? [...all].sort((one, other) => rankOf(one, signedIn) - rankOf(other, signedIn))
    : all
  const [first] = accounts
  if (!first)
    throw new FoyerError(silent ? 'not-connected' : 'connection-invalid', {
      details: 'The wallet named no account for a Solana network.',
    })
  const scope = readScope(wallet, accounts)
  const providerOf = (signal?: AbortSignal): Provider => ({
    async request(call) {
      // The transaction parser loads with the first request.
      const { answerRequest } = await import('./answerRequest.ts')
      if (signal?.aborted) throw new FoyerError('request-aborted')
      return answerRequest(call, { wallet, given: accounts })
    },
  })
  return {
    provider: { ...providerOf(), until: providerOf },
    accounts: accounts.map(({ address }) => ({ address })),
    chainId: chooseChain({ first, networks, scope, wanted: chainId }),
    scope,
    ...(signedIn && { signedIn: signedIn.answer }),
  }
}

const rankOf = ({ address }: StandardAccount, signedIn: { address: string }) =>
  address === signedIn.address ? 0 : 1

async function readAccounts(wallet: StandardWallet, silent: boolean): Promise<unknown> {
  const feature = readFeature(wallet, 'standard:connect')
  try {
    const answer = await feature?.connect(...(silent ? [{ silent }] : []))
    const { accounts } = (answer ?? {}) as { accounts?: unknown }
    // Some wallets return nothing, and have set their accounts by then.
    return Array.isArray(accounts) ? accounts : wallet.accounts
  } catch (error) {
    throw silent ? new FoyerError('not-connected', { cause: error }) : toSolanaError(error)
  }
}

/** Solana wallets have no active network: use the requested one, else the site's first that the wallet allows. */
function chooseChain({
  first,
  networks,
  scope,
  wanted,
}: {
  first: StandardAccount
  networks: readonly Network[]
  scope: Scope
  wanted: ChainId | undefined
}): ChainId {
  const offered = [wanted, ...networks.map(({ caipNetworkId }) => caipNetworkId)]
  const allowed = first.chainIds.concat((scope.chainIds ?? []) as StandardAccount['chainIds'])
  return (
    offered.find((id) => id !== undefined && allowed.some((one) => one === id)) ??
    (allowed[0] as ChainId)
  )
}
