import type { CheckedRequest } from './preview/checkRequest.ts'
import type { RequestToCheck } from './preview/requestToCheck.ts'

export type { DrainSign } from './drainSigns.ts'
export type { CheckedRequest } from './preview/checkRequest.ts'
export type { Party } from './preview/findParties.ts'
export type { RequestToCheck } from './preview/requestToCheck.ts'

/** Methods by which a wallet signs something other than a text. Those that can not be decoded are held back too. */
const methods: readonly string[] = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_signTransaction',
  'wallet_grantPermissions',
  'wallet_requestExecutionPermissions',
  'wallet_sendCalls',
]

/**
 * Makes the value of Foyer's option `preview`: requests to installed and mobile wallets are decoded and simulated before
 * the wallet is asked. Its code loads with the first request.
 *
 * @example createFoyer({ …, preview: preview() })
 */
export function preview() {
  return {
    methods,
    /** @throws FoyerError what can not be described; TypeError if the code can not be loaded */
    async check(request: RequestToCheck): Promise<CheckedRequest> {
      const { checkRequest } = await import('./preview/checkRequest.ts')
      return checkRequest(request)
    },
    /** The transaction that both ways of asking a wallet sign: to send it, and to sign it only. */
    subjectOf({ params }: { readonly params?: unknown }): string | undefined {
      const subject =
        typeof params === 'object' && params !== null && 'transaction' in params
          ? params.transaction
          : undefined
      return typeof subject === 'string' ? subject : undefined
    },
  }
}
