import { base64 } from '@scure/base'
import * as v from 'valibot'
import type { SendOptions } from '../../messages.ts'
import { askChain } from '../../page/chainRpc.ts'

const withValue = <T extends v.GenericSchema>(value: T) => v.object({ value })
const simulation = withValue(v.object({ err: v.unknown() }))
const statuses = withValue(
  v.array(v.nullable(v.object({ confirmationStatus: v.nullish(v.string()), err: v.unknown() }))),
)

/** Interval and timeout for polling a sent transaction, ms. */
const confirmPollMs = 250
const confirmLimitMs = 30_000

/** Calls of the wallet to a Solana network. Each throws the chain's own error, or 4900 if it is unreachable. */
export function createSolanaRpc(url: string) {
  const ask = <T extends v.GenericSchema>(method: string, params: readonly unknown[], schema: T) =>
    askChain(url, method, params).then((answer): v.InferOutput<T> => v.parse(schema, answer))
  const encoded = (bytes: Uint8Array) => base64.encode(bytes)
  return {
    /** @returns The error it would end with; undefined if it would succeed. */
    async simulate(bytes: Uint8Array): Promise<unknown> {
      const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true }
      const { value } = await ask('simulateTransaction', [encoded(bytes), options], simulation)
      return value.err ?? undefined
    },
    async getLamports(address: string): Promise<number> {
      return (await ask('getBalance', [address], withValue(v.number()))).value
    },
    /** @returns The signature in base58. */
    async send(bytes: Uint8Array, { commitment, ...options }: SendOptions): Promise<string> {
      const params = [encoded(bytes), { encoding: 'base64', ...options }]
      const signature = await ask('sendTransaction', params, v.string())
      if (commitment !== undefined) await confirm(signature, commitment)
      return signature
    },
  }

  async function confirm(signature: string, wanted: NonNullable<SendOptions['commitment']>) {
    const order = ['processed', 'confirmed', 'finalized']
    const until = Date.now() + confirmLimitMs
    while (Date.now() < until) {
      const { value } = await ask('getSignatureStatuses', [[signature]], statuses)
      const [status] = value
      if (status?.err) throw new Error(`The transaction failed: ${JSON.stringify(status.err)}`)
      if (order.indexOf(status?.confirmationStatus ?? '') >= order.indexOf(wanted)) return
      await new Promise((resolve) => setTimeout(resolve, confirmPollMs))
    }
    throw new Error(`The transaction ${signature} was sent and is not ${wanted} after 30 seconds.`)
  }
}
