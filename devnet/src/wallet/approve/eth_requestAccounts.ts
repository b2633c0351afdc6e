import { getBalance } from 'viem/actions'
import { devnetAccounts } from '../../evm/accounts.ts'
import type { WalletChain } from '../config.ts'
import { accountRow } from './accountRow.ts'
import { shortAmount } from './amounts.ts'
import { chainClient } from './chainClient.ts'
import { chooseAccounts } from './chooseAccounts.ts'
import type { Screen } from './screen.ts'

/** Asks for EVM accounts (`eth_requestAccounts`, `wallet_requestPermissions`). */
export function requestAccounts({ chain, selected, accept }: requestAccounts.Options): Screen {
  const client = chainClient(chain, 0)
  return chooseAccounts({
    accounts: devnetAccounts.map(({ index, address }) => ({
      account: accountRow(index),
      balance: getBalance(client, { address }).then(
        (wei) => `${shortAmount(wei, 18)} ${chain.symbol}`,
      ),
    })),
    selected,
    accept,
  })
}

export declare namespace requestAccounts {
  type Options = {
    chain: WalletChain
    /** Indexes of already permitted accounts. */
    selected: readonly number[]
    accept: 'Connect' | 'Approve'
  }
}
