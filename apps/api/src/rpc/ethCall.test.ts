import { expect, test } from 'vitest'
import type { Chain } from '../chains/chainConfig.ts'
import type { ChainRpc } from './chainRpc.ts'
import { ethCall, noAddress, parseHex } from './ethCall.ts'
import type { RawAnswer, RawCall } from './rawCall.ts'

const chain = { caipId: 'eip155:1' } as unknown as Chain
/** A chain that gives these answers, and what it was asked. */
function chainOf(...answers: RawAnswer[]) {
  const asked: RawCall[] = []
  const rpc: ChainRpc = {
    ...{ chains: [chain], findChain: () => chain },
    async send(_, calls) {
      asked.push(...calls)
      return answers
    },
  }
  return { asked, rpc }
}
const noAnswer = expect.objectContaining({ status: 502, code: 'rpc-failed' })

test('reads several contracts at the latest block in one request', async () => {
  const { asked, rpc } = chainOf({ result: '"0x01"' }, { result: '"0x"' })
  const calls = [
    { to: noAddress, data: '0x06fdde03' },
    { to: noAddress, data: '0x' },
  ] as const
  expect(await ethCall(rpc, chain, calls)).toEqual(['0x01', '0x'])
  expect(asked).toEqual(
    ['0x06fdde03', '0x'].map((data) => ({
      method: 'eth_call',
      params: `[{"to":"0x0000000000000000000000000000000000000000","data":"${data}"},"latest"]`,
    })),
  )
})

test.each([
  ['{"code":3,"message":"no"}', true],
  ['{"code":2,"message":"no"}', false],
  ['{"code":4,"message":"no"}', false],
  ['{"code":-32000,"message":"Execution Reverted"}', true],
  ['{"code":-32015,"message":"VM: invalid opcode"}', true],
  ['{"code":-32000,"message":"stack underflow (0 <=> 1)"}', true],
  ['{"code":-32000,"message":"out of gas"}', true],
  ['{"code":-32005,"message":"limit exceeded"}', false],
  ['{}', false],
])('the error %s counts as a revert: %s', async (error, isRevert) => {
  const read = ethCall(chainOf({ error }).rpc, chain, [{ to: noAddress, data: '0x' }])
  if (isRevert) expect(await read).toEqual([undefined])
  else await expect(read).rejects.toThrow(noAnswer)
})

test('returns the hex text of an answer', () => {
  expect(parseHex(chain, { result: '"0x1f"' })).toBe('0x1f')
})

test.each([
  ['an error', { error: '{"code":-32000,"message":"busy"}' }],
  ['a number', { result: '5' }],
  ['no hex', { result: '"0xzz"' }],
  ['nothing', undefined],
])('error: fails when the chain answers with %s', (_, answer) => {
  expect(() => parseHex(chain, answer)).toThrow(noAnswer)
})
