import {
  FoyerError,
  type SolanaMethod,
  type SolanaSendOptions,
  type solanaMethods,
} from '@foyer/protocol'
import type * as v from 'valibot'
import type { SigningCall } from './signingCall.ts'

type Params<method extends SolanaMethod> = v.InferOutput<(typeof solanaMethods)[method]['params']>

const signed = async (answer: unknown) => answer

/**
 * The Solana methods, in the shapes of WalletConnect's Solana RPC. The site's transaction is signed unchanged: it already
 * contains blockhash and fee payer.
 */
export const solanaCalls: Readonly<Record<SolanaMethod, SigningCall>> = {
  solana_signMessage: async ({ params, approve, ...call }) => {
    const { message, pubkey } = params as Params<'solana_signMessage'>
    const request = { method: 'solana_signMessage', params: { message, pubkey } } as const
    return approve({ ...call, build: () => request }, signed)
  },
  solana_signTransaction: async ({ params, approve, ...call }) => {
    const { pubkey, transaction } = params as Params<'solana_signTransaction'>
    const request = { method: 'solana_signTransaction', params: { pubkey, transaction } } as const
    return approve({ ...call, build: () => request }, signed)
  },
  solana_signAllTransactions: async ({ params, approve, ...call }) => {
    const { pubkey, transactions } = params as Params<'solana_signAllTransactions'>
    return approve(
      {
        ...call,
        build: () => ({
          method: 'solana_signAllTransactions',
          params: { pubkey, transactions: [...transactions] },
        }),
      },
      signed,
    )
  },
  solana_signAndSendTransaction: async ({ params, approve, ...call }) => {
    const given = params as Params<'solana_signAndSendTransaction'>
    const { pubkey, transaction, sendOptions = {} } = given
    const request = { method: 'solana_signTransaction', params: { pubkey, transaction } } as const
    return approve({ ...call, build: () => request }, async (answer) => {
      const { signature, transaction: bytes } = answer as { signature: string; transaction: string }
      const options: SolanaSendOptions = sendOptions
      const sent = await call.rpc('sendTransaction', [bytes, { ...options, encoding: 'base64' }])
      // A transaction's id is its first signature: the fee payer's, which may be another account.
      if (typeof sent !== 'string' || sent === '')
        throw new FoyerError('rpc-failed', { details: 'The node gave no signature.' })
      return { signature: sent === signature ? signature : sent }
    })
  },
}
