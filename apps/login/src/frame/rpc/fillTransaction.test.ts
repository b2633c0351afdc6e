import { expect, it } from 'vitest'
import type { Rpc } from '../createRpc.ts'
import { fillTransaction } from './fillTransaction.ts'

const from = `0x${'11'.repeat(20)}`
const to = `0x${'22'.repeat(20)}`
const node: Record<string, unknown> = {
  eth_getTransactionCount: '0x5',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x7',
  eth_gasPrice: '0x9',
}
const rpcOf =
  (answers: Record<string, unknown>): Rpc =>
  async (method) => {
    if (answers[method] instanceof Error) throw answers[method]
    return answers[method]
  }
const fill = (given: Record<string, unknown>, answers: Record<string, unknown> = {}) =>
  fillTransaction(given, { chainId: 31_337n, from, rpc: rpcOf({ ...node, ...answers }) })

it('fills in the nonce, 120 % of the estimated gas, and a fee limit of twice the base fee', async () => {
  expect(await fill({ from, to, value: '0x0a' })).toEqual({
    type: '0x2',
    ...{ from, to, value: '0xa', data: '0x', chainId: '0x7a69', nonce: '0x5', gas: '0x6270' },
    maxFeePerGas: '0xcf',
    maxPriorityFeePerGas: '0x7',
  })
})

it('keeps the values that the site set', async () => {
  const given = { from, to, gasLimit: 30_000, gasPrice: '0x08', nonce: '0x00', input: '0xab' }
  expect(await fill(given)).toMatchObject({
    ...{ type: '0x0', gas: '0x7530', gasPrice: '0x8', nonce: '0x0', data: '0xab' },
  })
  expect(await fill({ from, to, maxFeePerGas: '0x5' })).toMatchObject({
    ...{ type: '0x2', maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x5' },
  })
})

it('uses gasPrice on a network without a base fee, and a default tip when the node suggests none', async () => {
  const old = { eth_getBlockByNumber: {} }
  expect(await fill({ from, to }, old)).toMatchObject({ type: '0x0', gasPrice: '0x9' })
  const silent = { eth_maxPriorityFeePerGas: new Error('method not found') }
  expect(await fill({ from, to }, silent)).toMatchObject({ maxPriorityFeePerGas: '0x3b9aca00' })
})

it.each([
  ['a field that would have to be shown', { authorizationList: [] }, 'params-invalid'],
  ['blobs', { maxFeePerBlobGas: '0x1' }, 'params-invalid'],
  ['another network', { chainId: '0x1' }, 'chain-unrecognised'],
  ['two kinds of data', { data: '0x01', input: '0x02' }, 'params-invalid'],
  ['two kinds of fees', { gasPrice: '0x1', maxFeePerGas: '0x1' }, 'params-invalid'],
  ['a tip above all', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'params-invalid'],
  ['a negative number', { value: '-0x1' }, 'params-invalid'],
])('error: refuses %s', async (_, given, code) => {
  await expect(fill({ from, to, ...given })).rejects.toMatchObject({ code })
})
