import * as v from 'valibot'
import { transactionRequest } from '../../messages.ts'
import { invalidParams } from '../rpcError.ts'
import { permittedAccount, type WalletMethod } from '../walletContext.ts'

/**
 * Sends a transaction after the user has approved it.
 *
 * @returns The transaction's hash; it is not mined yet.
 * @source https://ethereum.org/en/developers/docs/apis/json-rpc/#eth_sendtransaction
 */
export const eth_sendTransaction: WalletMethod = async (context, params) => {
  const parsed = v.safeParse(transactionRequest, params[0])
  if (!parsed.success) throw invalidParams(`Invalid transaction: ${parsed.issues[0].message}`)
  const transaction = parsed.output
  if (!transaction.to && !transaction.data) throw invalidParams('Expected "to" or "data".')
  const active = context.store.chain().id
  if (transaction.chainId !== undefined && Number(transaction.chainId) !== active) {
    throw invalidParams(
      `Provided chainId "${transaction.chainId}" must match the active chainId "0x${active.toString(16)}"`,
    )
  }
  const account = permittedAccount(context, transaction.from)
  return context.askUser({ method: 'eth_sendTransaction', account, transaction })
}
