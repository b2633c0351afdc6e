import * as v from 'valibot'
import type { SolanaNetwork } from '../../solanaNetwork.ts'
import { invalidParams, rpcError } from '../rpcError.ts'
import type { WalletContext } from '../walletContext.ts'

/** Shared by all features of the wallet. */
export type StandardContext = WalletContext & {
  /** Sets whether the page is connected; permissions stay. */
  setConnected: (connected: boolean) => void
  isConnected: () => boolean
}

/** Indexes of the accounts that the page sees now, the selected one first. */
export function visibleIndexes({ store, isConnected }: StandardContext): readonly number[] {
  const { locked, solanaAccounts } = store.read()
  return isConnected() && !locked ? solanaAccounts : []
}

const accountShape = v.object({ address: v.string() })

/**
 * Returns the one account and the one network of a call's inputs, because the user must not approve a mix.
 *
 * @throws 4100 for an account that the page was not given, -32602 for an unknown network, for no input and for inputs that
 *   disagree.
 */
export function accountAndNetwork(
  context: StandardContext,
  inputs: readonly { account?: unknown; chain?: unknown }[],
): { account: number; network: SolanaNetwork } {
  const [first] = inputs
  if (!first) throw invalidParams('Expected at least one input.')
  const { accounts, networks } = context.config.solana
  const found = inputs.map(({ account, chain }) => {
    const address = v.is(accountShape, account) ? account.address : undefined
    const index = accounts.findIndex((each) => each.address === address)
    if (!visibleIndexes(context).includes(index)) {
      throw rpcError(4100, 'This site has no access to the account, or is not connected.')
    }
    const network = chain === undefined ? networks[0] : networks.find((each) => each.id === chain)
    if (!network) throw invalidParams(`The wallet does not know the network ${String(chain)}.`)
    return { account: index, network }
  })
  if (found.some((each) => each.account !== found[0]!.account)) {
    throw invalidParams('Expected one account for all inputs.')
  }
  if (found.some((each) => each.network !== found[0]!.network)) {
    throw invalidParams('Expected one network for all inputs.')
  }
  return found[0]!
}

const listOfBytes = v.array(v.instance(Uint8Array))

/**
 * Reads the bytes from the wallet's page, one for each input.
 *
 * @throws -32603 for anything else.
 */
export function bytesOf(answer: unknown, count: number): Uint8Array[] {
  const parsed = v.safeParse(listOfBytes, answer)
  if (!parsed.success || parsed.output.length !== count) {
    throw rpcError(-32603, 'The wallet’s page returned no signatures.')
  }
  return parsed.output
}
