import * as v from 'valibot'
import { invalidParams } from '../rpcError.ts'
import { permittedAccount, type WalletMethod } from '../walletContext.ts'

const shape = v.object({
  types: v.record(v.string(), v.array(v.object({ name: v.string(), type: v.string() }))),
  primaryType: v.string(),
  domain: v.looseObject({ chainId: v.optional(v.union([v.number(), v.string()])) }),
  message: v.record(v.string(), v.unknown()),
})

/**
 * Signs typed data, as an object or as JSON text.
 *
 * @source EIP-712
 */
export const eth_signTypedData_v4: WalletMethod = async (context, params) => {
  const [address, given] = params
  if (typeof address !== 'string') throw invalidParams('Expected an address and typed data.')
  const typedData = typeof given === 'string' ? given : JSON.stringify(given)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), typedData)
  if (!parsed.success) throw invalidParams('Expected EIP-712 typed data.')
  const { domain, types, primaryType } = parsed.output
  if (!types[primaryType]) throw invalidParams(`The type ${primaryType} is not among the types.`)
  const account = permittedAccount(context, address)
  const active = context.store.chain().id
  if (domain.chainId !== undefined && Number(domain.chainId) !== active) {
    throw invalidParams(
      `Provided chainId "${domain.chainId}" must match the active chainId "${active}"`,
    )
  }
  return context.askUser({ method: 'eth_signTypedData_v4', account, typedData })
}
