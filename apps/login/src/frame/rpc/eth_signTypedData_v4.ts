import { checkTypedDataSize, typedData } from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { readSigner } from './readSigner.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'

/** Signs EIP-712 typed data, given as an object or as JSON text. @source https://eips.ethereum.org/EIPS/eip-712 */
export const eth_signTypedData_v4: SigningCall = async ({ params, approve, ...call }) => {
  const [account, given] = params as [string, unknown]
  const data = readTypedData(given)
  const { smartAccountOn } = await readSigner(call, call.rpc)
  return approve(
    {
      ...call,
      build: () => ({
        method: 'eth_signTypedData_v4',
        chainId: hexChainId(call.network),
        params: [account, data],
        ...(smartAccountOn && { isSmartAccount: true }),
      }),
    },
    async (signature) => signature,
  )
}

function readTypedData(given: unknown) {
  let value = given
  try {
    if (typeof given === 'string') value = JSON.parse(given)
  } catch (cause) {
    throw new FoyerError('params-invalid', { cause, details: 'The typed data is no JSON.' })
  }
  // Checked before the request is queued, so that oversized data is refused at once.
  checkTypedDataSize(Object(value))
  const { issues, output, success } = v.safeParse(typedData, value)
  if (success) return output
  throw new FoyerError('params-invalid', {
    details: `typed data: ${v.getDotPath(issues[0]) ?? ''} ${issues[0].message}`,
  })
}
