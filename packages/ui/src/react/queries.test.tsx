import { type ChainId, disconnect, FoyerError, readAccount, switchNetwork } from '@foyer/core'
import type { TokenBalance } from '@foyer/protocol/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { address, open, testFoyer } from '../testFoyer.test.kit.ts'
import { renderHook } from './renderHook.test.kit.tsx'
import { useBalance } from './useBalance.ts'
import { useIdentity } from './useIdentity.ts'
import { useSendTransaction } from './useSendTransaction.ts'
import { useTokens } from './useTokens.ts'
import { useWaitForTransaction } from './useWaitForTransaction.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const coin: TokenBalance = {
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  value: 1,
  price: 1,
  quantity: { decimals: '6', numeric: '1' },
  iconUrl: '',
}
const nothing = {
  status: 'pending',
  data: undefined,
  error: null,
  isPending: true,
  isSuccess: false,
  isError: false,
  isFetching: false,
  isLoading: false,
}

test('loads tokens on mount; refetch bypasses the cache', async () => {
  const { foyer, wallet } = await testFoyer({ wallet: { tokens: [coin] } })
  const answer = open()
  await expect.poll(() => readAccount(foyer).balance).toBeDefined()
  wallet.chainAnswer = () => answer.promise
  const hook = await renderHook(foyer, () => useTokens())
  expect(hook.all[0]).toMatchObject({ ...nothing, isFetching: true, isLoading: true })
  answer.resolve()
  await expect
    .poll(() => hook.current)
    .toMatchObject({
      status: 'success',
      error: null,
      isPending: false,
      isSuccess: true,
      isFetching: false,
      isLoading: false,
    })
  const symbols = () => hook.current.data?.map(({ symbol }) => symbol)
  expect(symbols()).toContain('USD')

  wallet.tokens = [{ ...coin, symbol: 'EUR' }]
  const { data } = await hook.current.refetch()
  expect(data?.map(({ symbol }) => symbol)).toContain('EUR')
  await expect.poll(symbols).toContain('EUR')
  expect(hook.all.some(({ isFetching, isSuccess }) => isFetching && isSuccess)).toBe(true)
})

test('a failed read is an error beside the previous data; refetch never rejects', async () => {
  const { foyer, wallet } = await testFoyer({ wallet: { tokens: [coin] } })
  const hook = await renderHook(foyer, () => useTokens())
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  wallet.chainAnswer = () => Promise.reject(new Error('The chain is gone.'))
  const state = await hook.current.refetch()
  expect(state).toMatchObject({ status: 'error', isError: true })
  expect(state.error).toBeInstanceOf(FoyerError)
  expect(state.error?.code).toBe('balance-unavailable')
  await expect.poll(() => hook.current.status).toBe('error')
  expect(hook.current.data?.map(({ symbol }) => symbol)).toContain('USD')
})

test('reads nothing while disconnected, and clears data of another account or network', async () => {
  const { foyer, wallet } = await testFoyer({ wallet: { tokens: [coin] } })
  const hook = await renderHook(foyer, () => useTokens())
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  const answer = open()
  wallet.chainAnswer = () => answer.promise
  await switchNetwork(foyer, { chainId: 'eip155:137' })
  await expect.poll(() => hook.current).toMatchObject({ data: undefined, isLoading: true })
  answer.resolve()
  await expect.poll(() => hook.current.status).toBe('success')
  await disconnect(foyer)
  await expect.poll(() => hook.current).toMatchObject(nothing)
  expect(await hook.current.refetch()).toMatchObject({ status: 'pending' })
})

test("the balance of the connected account is the instance's", async () => {
  const { foyer, wallet } = await testFoyer()
  const hook = await renderHook(foyer, () => useBalance())
  const data = { value: 1_234_567_890_123_456_789n, formatted: '1.234567890123456789' }
  await expect
    .poll(() => hook.current)
    .toMatchObject({
      status: 'success',
      data: { ...data, symbol: 'ETH', decimals: 18 },
      isFetching: false,
    })
  wallet.balance = 5n * 10n ** 17n
  expect((await hook.current.refetch()).data?.formatted).toBe('0.5')
  await expect.poll(() => hook.current.data?.value).toBe(5n * 10n ** 17n)

  wallet.chainAnswer = () => Promise.reject(new FoyerError('rpc-failed'))
  await hook.current.refetch()
  await expect
    .poll(() => [hook.current.error?.code, hook.current.data?.formatted])
    .toEqual(['rpc-failed', '0.5'])
  // Any answer of the chain clears the error.
  wallet.chainAnswer = async () => {}
  const other = await renderHook(foyer, () => useBalance())
  await other.current.refetch()
  await expect.poll(() => hook.current.error).toBe(null)
})

test('reads the balance of any other account, on any network, from the chain', async () => {
  const { foyer, wallet } = await testFoyer({ connected: false })
  const onChain = (chainId: ChainId) => useBalance({ address: bob, chainId })
  const hook = await renderHook(foyer, onChain, 'eip155:1')
  await expect.poll(() => hook.current.data?.symbol).toBe('ETH')
  wallet.balance = 7n
  hook.rerender('eip155:137')
  await expect
    .poll(() => hook.current.data)
    .toEqual({ value: 7n, formatted: '0.000000000000000007', symbol: 'POL', decimals: 18 })
  hook.rerender('eip155:999')
  await expect.poll(() => hook.current.error?.code).toBe('network-undefined')
  expect(hook.current.data).toBe(undefined)
})

test('waits for a transaction once it has a hash, and until the component unmounts', async () => {
  const { foyer } = await testFoyer()
  const mined = open()
  const signals: AbortSignal[] = []
  Object.assign(foyer.adapters.eip155 ?? {}, {
    sendTransaction: async () => '0xabc',
    async waitForTransaction({ hash, signal }: { hash: string; signal: AbortSignal }) {
      signals.push(signal)
      await mined.promise
      return { hash, status: 'reverted', blockNumber: 7n }
    },
  })
  const hook = await renderHook(foyer, () => {
    const send = useSendTransaction()
    return { send, wait: useWaitForTransaction({ hash: send.data }) }
  })
  expect(hook.current.wait).toMatchObject(nothing)
  hook.current.send.mutate({ transaction: {} as never })
  await expect.poll(() => hook.current.wait.isLoading).toBe(true)
  await expect.poll(() => signals.length).toBeGreaterThan(0)
  const leaving = await renderHook(foyer, () => useWaitForTransaction({ hash: '0xdef' }))
  const before = signals.length
  leaving.unmount()
  await expect.poll(() => signals[before - 1]?.aborted).toBe(true)
  mined.resolve()
  await expect
    .poll(() => hook.current.wait.data)
    .toEqual({ hash: '0xabc', status: 'reverted', blockNumber: 7n })
  expect(leaving.current.status).toBe('pending')
  expect(readAccount(foyer).transactions[0]?.status).toBe('reverted')
})

test('loads name and image from the api; without one there are none', async () => {
  const plain = await testFoyer()
  const none = await renderHook(plain.foyer, () => useIdentity())
  await expect.poll(() => none.current.data).toEqual({ name: undefined, image: undefined })

  const image = 'data:image/png;base64,AA=='
  const answer = vi.fn(async () => Response.json({ name: 'ada.example', avatar: image }))
  const { fetch } = window
  window.fetch = async (input, init) =>
    String(input instanceof Request ? input.url : input).includes('api.invalid')
      ? answer()
      : fetch(input, init)
  onTestFinished(() => {
    window.fetch = fetch
  })
  const { foyer } = await testFoyer({ options: { apiUrl: 'https://api.invalid' } })
  const hook = await renderHook(foyer, () => useIdentity())
  await expect.poll(() => hook.current.data).toEqual({ name: 'ada.example', image })
  expect(readAccount(foyer).address).toBe(address)
})
