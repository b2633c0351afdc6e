import { FoyerError } from '@foyer/protocol'
import { loginSponsorState } from '@foyer/protocol/login'
import { expect, test } from 'vitest'
import type { FrameAccount } from '../createFrameAccount.ts'
import { createNetworks } from '../networks.ts'
import { encodeCallsId } from './callsId.ts'
import { readCallsStatus } from './readCallsStatus.ts'

const hash = `0x${'ab'.repeat(32)}`
const networks = createNetworks([{ id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 }])

/** Reads a bundle that the operator sends. */
async function read(state: string | undefined, status: string | undefined) {
  const account = {
    async call(endpoint: unknown) {
      if (endpoint !== loginSponsorState)
        return {
          response: {
            ...{ jsonrpc: '2.0', id: 1 },
            result: status === undefined ? null : { status, transactionHash: hash },
          },
        }
      if (state === undefined) throw new FoyerError('http-failed')
      return { id: 'x', state, transactionHash: hash }
    },
  } as unknown as FrameAccount
  const sponsored = '0b8c6f8e-53a1-4a7d-9a41-1d1f0f8c2f7e'
  const id = encodeCallsId({ chainId: '0x1', count: 1, hashes: [hash], sponsored })
  const { signal } = new AbortController()
  const { receipts, status: told } = await readCallsStatus(id, { account, networks, signal })
  return [told, receipts.length]
}

test('calls a bundle failed only if the operator does, since someone else can submit it before the operator', async () => {
  const receipts = [undefined, '0x0', '0x1']
  const answers = async (state: string | undefined) =>
    Promise.all(receipts.map((status) => read(state, status)))
  const pending = [100, 0]
  for (const state of ['accepted', 'sent'])
    expect(await answers(state)).toEqual([pending, [100, 1], [100, 1]])
  expect(await answers('failed')).toEqual([
    [500, 0],
    [500, 1],
    [500, 1],
  ])
  // A reverted transaction is not the one that carried the bundle out.
  expect(await answers('mined')).toEqual([pending, [200, 0], [200, 1]])
  expect(await answers(undefined)).toEqual([pending, [100, 1], [200, 1]])
})
