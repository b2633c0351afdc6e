import { formatAccountId, formatUnits } from '@foyer/protocol'
import type { HistoryTransaction, HistoryTransfer } from '@foyer/protocol/api'
import type { MintNames } from '../../balances/readMintNames.ts'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import { type AccountTransfer, describeChange } from './describeChange.ts'
import type { SolanaDetails } from './parseDetails.ts'
import type { solanaEntries } from './solanaTables.ts'

type Context = {
  readonly account: string
  readonly chain: SolanaChain
  readonly namesOf: (mint: string) => MintNames
  /** Returns the URL of a token's picture. */
  readonly iconOf: (symbol: string) => string
  readonly ownAccounts: ReadonlySet<string>
}

/**
 * Makes the answer's form of a transaction.
 *
 * @returns undefined for one that only names the account: anybody can do that.
 */
export function describeEntry(
  { minedAt, signature }: typeof solanaEntries.$inferSelect,
  details: SolanaDetails,
  context: Context,
): HistoryTransaction | undefined {
  const { account, chain, ownAccounts } = context
  const { fee, operationType, sentTo, transfers } = describeChange(details, {
    account,
    ownAccounts,
  })
  if (transfers.length === 0 && !details.signers.includes(account)) return undefined
  return {
    id: `${chain.caipId}:tx/${signature}`,
    metadata: {
      operationType,
      hash: signature,
      minedAt: new Date(minedAt).toISOString(),
      sentFrom: details.payer,
      sentTo,
      status: details.isConfirmed ? 'confirmed' : 'failed',
      chain: chain.caipId,
      ...(fee > 0n && { fee: { numeric: formatUnits(fee, chain.nativeCurrency.decimals) } }),
    },
    transfers: transfers.map((transfer) => describeTransfer(transfer, context)),
    approvals: [],
  }
}

function describeTransfer(
  { amount, counterparty, direction, token }: AccountTransfer,
  { chain, iconOf, namesOf }: Context,
): HistoryTransfer {
  const { decimals, name, symbol } = token
    ? { ...namesOf(token.mint), decimals: token.decimals }
    : chain.nativeCurrency
  const isNft = token !== undefined && decimals === 0
  return {
    ...(isNft
      ? { nft_info: { name, flags: { is_spam: false } } }
      : { fungible_info: { name, symbol, icon: { url: iconOf(symbol) } } }),
    ...(token && { address: formatAccountId({ chainId: chain.caipId, address: token.mint }) }),
    direction,
    ...(counterparty !== undefined && { counterparty }),
    quantity: { numeric: formatUnits(amount, decimals) },
  }
}
