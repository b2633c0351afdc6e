import type { Adapter } from '@foyer/core'
import { isAddress } from './isAddress.ts'

/** Lamports; 0.001 SOL. */
const maxPriorityFee = 1_000_000n

/**
 * Creates the adapter for the namespace `solana`. Only the address check loads with the page, the rest on first use.
 *
 * @example
 * ```ts
 * createFoyer({ projectId, adapters: [solana()], networks: [solanaMainnet] })
 * ```
 */
export function solana(options: solana.Options = {}): Adapter {
  return {
    namespace: 'solana',
    hasHistory: true,
    isAddress,
    verifyAddress: async (text) => isAddress(text),
    discover: async (onConnector) =>
      options.announced === false
        ? () => {}
        : (await import('./discover.ts')).discover(onConnector),
    getBalance: async (parameters) => (await import('./getBalance.ts')).getBalance(parameters),
    getTokenBalances: async (parameters) =>
      (await import('./getTokenBalances.ts')).getTokenBalances(parameters),
    signMessage: async (parameters) => (await import('./signMessage.ts')).signMessage(parameters),
    signTransactions: async (parameters) =>
      (await import('./signTransactions.ts')).signTransactions(parameters),
    sendTransaction: async (parameters) =>
      (await import('./sendTransaction.ts')).sendTransaction(parameters),
    send: async (parameters) =>
      (await import('./send/send.ts')).send({
        ...parameters,
        maxPriorityFee: options.maxPriorityFee ?? maxPriorityFee,
      }),
    sendNft: async (parameters) =>
      (await import('./send/sendNft.ts')).sendNft({
        ...parameters,
        maxPriorityFee: options.maxPriorityFee ?? maxPriorityFee,
      }),
    readSwapTransaction: async (parameters) =>
      (await import('./swap/readSwapTransaction.ts')).readSwapTransaction(parameters),
    transfers: async () =>
      (await import('./transfers/createTransfers.ts')).createTransfers({
        maxPriorityFee: options.maxPriorityFee ?? maxPriorityFee,
      }),
    waitForTransaction: async (parameters) =>
      (await import('./waitForTransaction.ts')).waitForTransaction(parameters),
  }
}

export declare namespace solana {
  type Options = {
    /** Wallets of the browser that register by the Wallet Standard. @default true */
    announced?: boolean | undefined
    /** Maximum priority fee of `send`, lamports. @default 1_000_000n */
    maxPriorityFee?: bigint | undefined
  }
}
