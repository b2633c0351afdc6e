import { expect, it, vi } from 'vitest'
import { createAccountBook } from './accountBook.ts'

const network = { id: 'solana:x', name: 'Solana', symbol: 'SOL', decimals: 9 }
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `account${index}`)

it('[T42] loads a hundred accounts per call, in four calls at most, each account once', async () => {
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [400, [100, 100, 100, 100]],
    [1_000, [100, 100, 100, 100]],
  ] as const) {
    const rpc = vi.fn(async (_: string, [part]: readonly [string[]]) => ({
      value: part.map(() => null),
    }))
    const wanted = addresses(count)
    await createAccountBook(network).load(rpc as never, [...wanted, ...wanted])
    expect(rpc.mock.calls.map(([, [part]]) => part.length)).toEqual(sizes)
    expect(rpc.mock.calls.flatMap(([, [part]]) => part)).toEqual(wanted.slice(0, 400))
  }
})

it('ignores an answer with another number of accounts, and failed calls', async () => {
  const answers = [{ value: [null] }, { value: 7 }, null, undefined]
  for (const answer of [...answers, new Error('away')]) {
    const book = createAccountBook(network)
    const rpc = async () => {
      if (answer instanceof Error) throw answer
      return answer
    }
    await book.load(rpc as never, addresses(2))
    expect(addresses(2).map((address) => book.knows(address))).toEqual([false, false])
  }
})
