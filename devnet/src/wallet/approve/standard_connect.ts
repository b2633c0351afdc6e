import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import type { SolanaNetwork } from '../solanaNetwork.ts'
import { solanaAccountRow } from './accountRow.ts'
import { shortAmount } from './amounts.ts'
import { chooseAccounts } from './chooseAccounts.ts'
import type { Screen } from './screen.ts'
import { createSolanaRpc } from './solana/solanaRpc.ts'

/** Asks for Solana accounts. */
export function connectSolana({ network, selected }: connectSolana.Options): Screen {
  const rpc = network.rpcUrl === undefined ? undefined : createSolanaRpc(network.rpcUrl)
  return chooseAccounts({
    accounts: solanaAccounts.map(({ index, address }) => ({
      account: solanaAccountRow(index),
      balance: rpc
        ?.getLamports(address)
        .then((lamports) => `${shortAmount(BigInt(lamports), 9)} SOL`),
    })),
    selected,
    accept: 'Connect',
  })
}

export declare namespace connectSolana {
  type Options = {
    network: SolanaNetwork
    /** Indexes of already permitted accounts. */
    selected: readonly number[]
  }
}
